"""Makes cases.json with Python's zoneinfo, a second reading of the time zone database: python3 make-cases.py > cases.json

Each window is looked at minute by minute, without any of the arithmetic of src/plan/gates/apply-time.ts.
"""
import json
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
MINUTE = timedelta(minutes=1)


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=timezone.utc)


def shown(moment):
    return None if moment is None else moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")


walls = []
for zone, moments in {
    "Europe/Berlin": ["2026-03-29T00:59", "2026-03-29T01:00", "2026-10-25T00:30", "2026-10-25T01:30"],
    "America/New_York": ["2026-03-08T06:59", "2026-03-08T07:00", "2026-11-01T05:30", "2026-11-01T06:30"],
    "Australia/Lord_Howe": ["2026-04-04T14:59", "2026-04-04T15:00", "2026-10-03T15:29", "2026-10-03T15:30"],
    "Asia/Kolkata": ["2026-06-01T12:00"],
    "Asia/Kathmandu": ["2026-06-01T12:00"],
    "Pacific/Apia": ["2011-12-30T09:59", "2011-12-30T10:00"],
    "Pacific/Kiritimati": ["2026-06-01T12:00"],
    "America/St_Johns": ["2026-03-08T05:29", "2026-03-08T05:30"],
    "Africa/Casablanca": ["2024-03-10T02:00", "2024-04-14T02:00"],
    "UTC": ["2026-06-01T12:00"],
}.items():
    for moment in moments:
        local = utc(moment).astimezone(ZoneInfo(zone))
        walls.append({"zone": zone, "at": shown(utc(moment)), "local": local.strftime("%Y-%m-%dT%H:%M")})


def is_open(window, moment):
    local = moment.astimezone(ZoneInfo(window["time_zone"]))
    minute = local.hour * 60 + local.minute
    start, end = (int(t[:2]) * 60 + int(t[3:]) for t in (window["from"], window["to"]))
    today = DAYS[local.weekday()] in window.get("days", DAYS)
    yesterday = DAYS[(local.weekday() - 1) % 7] in window.get("days", DAYS)
    if start < end:
        return today and start <= minute < end
    return (today and minute >= start) or (yesterday and minute < end)


def turn(windows, after, to):
    moment = after.replace(second=0, microsecond=0)
    for _ in range(40 * 24 * 60):
        moment += MINUTE
        if any(is_open(window, moment) for window in windows) == to:
            return moment
    return None


def window(start, end, zone="Europe/Berlin", days=None):
    return {**({} if days is None else {"days": days}), "from": start, "to": end, "time_zone": zone}


office = window("08:00", "17:00", days=DAYS[:4])
sets = {
    "office hours": ([office], ["2026-06-01T05:59", "2026-06-01T06:00", "2026-06-01T14:59", "2026-06-01T15:00", "2026-06-04T15:00", "2026-03-28T12:00", "2026-10-24T12:00"]),
    "over midnight": ([window("22:00", "02:00", days=["fri"])], ["2026-06-05T19:59", "2026-06-05T23:30", "2026-06-06T00:00", "2026-06-01T00:30", "2026-03-27T22:00", "2026-10-23T22:00"]),
    "in the gap": ([window("02:15", "02:45", days=["sun"])], ["2026-03-28T12:00", "2026-03-29T00:59", "2026-03-29T01:10"]),
    "begins in the gap": ([window("02:30", "04:00", days=["sun"])], ["2026-03-28T12:00", "2026-03-29T01:00"]),
    "ends in the gap": ([window("01:00", "02:30", days=["sun"])], ["2026-03-28T12:00", "2026-03-29T00:30"]),
    "in the overlap": ([window("02:15", "02:45", days=["sun"])], ["2026-10-24T12:00", "2026-10-25T00:20", "2026-10-25T00:50", "2026-10-25T01:20", "2026-10-25T01:50"]),
    "into the overlap": ([window("01:00", "02:30", days=["sun"])], ["2026-10-24T12:00", "2026-10-25T00:00", "2026-10-25T00:35", "2026-10-25T01:05"]),
    "half an hour": ([window("01:30", "02:15", "Australia/Lord_Howe")], ["2026-04-03T12:00", "2026-04-04T14:50", "2026-04-04T15:05", "2026-10-03T15:00"]),
    "whole days": ([window("00:00", "24:00", "America/New_York", ["sat", "sun"])], ["2026-10-30T12:00", "2026-10-31T12:00", "2026-11-02T12:00", "2026-03-07T12:00"]),
    "always": ([window("00:00", "24:00")], ["2026-06-01T12:00"]),
    "two zones": ([office, window("09:00", "11:00", "Asia/Kolkata", ["sat"])], ["2026-06-05T12:00", "2026-06-06T04:00", "2026-06-06T06:00"]),
    "that meet": ([window("08:00", "12:00"), window("12:00", "17:00")], ["2026-06-01T08:00", "2026-06-01T16:00"]),
}
cases = []
for name, (windows, moments) in sets.items():
    for moment in moments:
        now = utc(moment)
        opened = any(is_open(each, now) for each in windows)
        cases.append({"name": name, "windows": windows, "at": shown(now), "open": opened, "turns": shown(turn(windows, now, not opened))})

print(json.dumps({"walls": walls, "windows": cases}, indent=1))
