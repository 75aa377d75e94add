-- What is moving first worth? Games by rule set and width, and how they ended.
SELECT rules, columns, count(*) AS games,
       sum(CASE WHEN result = CASE first WHEN 'south' THEN '1-0' ELSE '0-1' END THEN 1 ELSE 0 END) AS won_by_first,
       sum(CASE WHEN result = CASE first WHEN 'south' THEN '0-1' ELSE '1-0' END THEN 1 ELSE 0 END) AS won_by_second,
       sum(CASE WHEN result = '1/2-1/2' THEN 1 ELSE 0 END) AS drawn,
       sum(plies) AS plies, sum(laps) AS laps, sum(captures) AS captures,
       sum(stops) AS stops, sum(relays) AS relays
FROM games
WHERE NOT superseded
GROUP BY rules, columns
ORDER BY rules, columns
