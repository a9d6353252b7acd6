"""Official ratings of federations, beside the club's."""
