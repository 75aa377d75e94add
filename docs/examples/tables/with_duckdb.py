import duckdb


def answer(tables, query):
    with duckdb.connect() as db:
        for table in ("games", "plies", "positions"):
            db.execute(f"CREATE VIEW {table} AS FROM '{tables}/{table}.parquet'")
        return db.execute(open(query).read()).fetchall()
