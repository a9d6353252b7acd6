"""The database: engines, transactions, tables, migrations, and the rows that leave it."""
