Fennimore, Rosa        1712 6 2 3 4 5; 431 420 428 447 455; lifeg 640
Quillfeather, Ada      1655 5 1 6 3 4; 402 405 415 409 401; lifeg 410
Osterby, Nils          1540 4 5 1 2 6; 389 398 366 384 436; lifeg 95
Marrable, Tess         1433 3 6 5 1 2; 389 410 391 381 372; lifeg 220
Peverell, Odo          1298 2 3 4 6 1; 377 371 391 362 364; lifeg 38
Windle, Bree              0 1 4 2 5 3; 352 345 333 358 340
