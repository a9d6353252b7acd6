"""Work over whole clubs: matches whose time has gone by, folding again, verifying."""
