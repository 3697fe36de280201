"""Runs what the client asks for in one Spark session: requests and answers are lines of JSON over a local socket."""
import json
import socket
import sys
import threading

from pyspark.sql import SparkSession

spark = SparkSession.builder.getOrCreate()
context = spark.sparkContext
context.setLogLevel("ERROR")
conf = context._jsc.hadoopConfiguration()
Path = context._jvm.org.apache.hadoop.fs.Path
COUNTERS = ["numTasks", "numCompleteTasks", "numFailedTasks", "shuffleWriteBytes", "shuffleWriteRecords"]


def place(text):
    path = Path(text)
    return path, path.getFileSystem(conf)


def counters(group):
    """What the tasks of a statement did so far; Spark may have forgotten a stage."""
    sums = [0] * len(COUNTERS)
    status = context._jsc.sc().statusStore()
    tracker = context.statusTracker()
    jobs = [tracker.getJobInfo(job) for job in tracker.getJobIdsForGroup(group)]
    for stage in {stage for job in jobs if job for stage in job.stageIds}:
        try:
            data = status.lastStageAttempt(stage)
            sums = [total + int(getattr(data, name)()) for total, name in zip(sums, COUNTERS)]
        except Exception:
            pass
    return sums


def answer(ask):
    do = ask["do"]
    if do == "sql":
        return [list(row) for row in spark.sql(ask["text"]).collect()]
    if do == "file":
        context.addFile(ask["path"])
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
writing = threading.Lock()


def say(reply):
    with writing:
        lines.write(json.dumps(reply, default=str) + "\n")
        lines.flush()


def watch(group, is_done):
    while not is_done.wait(1):
        say({"progress": counters(group)})


def reply_to(number, ask):
    if not ask.get("watched"):
        return {"ok": answer(ask)}
    group, is_done = "dustpan-%d" % number, threading.Event()
    context.setJobGroup(group, ask["watched"])
    watcher = threading.Thread(target=watch, args=(group, is_done), daemon=True)
    watcher.start()
    try:
        return {"ok": answer(ask), "counters": counters(group)}
    finally:
        is_done.set()
        watcher.join()


say({"ok": [spark.version, context.applicationId]})
for number, line in enumerate(lines):
    try:
        reply = reply_to(number, json.loads(line))
    except Exception as error:
        reply = {"error": str(error)}
    say(reply)
spark.stop()
