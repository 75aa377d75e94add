from pyspark.sql import SparkSession

# On one machine; a cluster is another name here.
spark = SparkSession.builder.master("local[2]").getOrCreate()


def answer(tables, query):
    for table in ("games", "plies", "positions"):
        spark.read.parquet(f"{tables}/{table}.parquet").createOrReplaceTempView(table)
    return [tuple(row) for row in spark.sql(open(query).read()).collect()]
