Fenn, Rosa             1800 2 2; 420 410
Quill, Ada             1675 1 1; 400 400
