"""Runs what the client asks for in one Spark session: requests and answers are lines of JSON over a local socket."""
import json
import socket
import sys

from pyspark.sql import SparkSession

spark = SparkSession.builder.getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
jvm = spark.sparkContext._jvm
conf = spark.sparkContext._jsc.hadoopConfiguration()
Path = jvm.org.apache.hadoop.fs.Path


def place(text):
    path = Path(text)
    return path, path.getFileSystem(conf)


def answer(ask):
    do = ask["do"]
    if do == "sql":
        return [list(row) for row in spark.sql(ask["text"]).collect()]
    if do == "file":
        spark.sparkContext.addFile(ask["path"])
    elif do == "files":
        return sorted(spark.table(ask["view"]).inputFiles())
    elif do == "fetch":
        path, fs = place(ask["path"])
        fs.copyToLocalFile(False, path, Path(ask["to"]), True)
    elif do == "delete":
        path, fs = place(ask["path"])
        fs.delete(path, True)
    elif do == "rename":
        path, fs = place(ask["path"])
        target = Path(ask["to"])
        fs.delete(target, True)
        if not fs.rename(path, target):
            raise RuntimeError("cannot rename " + ask["path"] + " to " + ask["to"])
    return []


client = socket.socket(socket.AF_UNIX)
client.connect(sys.argv[1])
lines = client.makefile("rw", encoding="utf-8", newline="\n")
lines.write(json.dumps({"ok": [spark.version, spark.sparkContext.applicationId]}) + "\n")
lines.flush()
for line in lines:
    try:
        reply = {"ok": answer(json.loads(line))}
    except Exception as error:
        reply = {"error": str(error)}
    lines.write(json.dumps(reply, default=str) + "\n")
    lines.flush()
spark.stop()
