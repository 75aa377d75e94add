-- Which positions were met in the most games, the first four plies left aside?
SELECT position, count(DISTINCT record) AS games
FROM positions
WHERE certain AND ply > 4
GROUP BY position
ORDER BY games DESC, position
LIMIT 5
