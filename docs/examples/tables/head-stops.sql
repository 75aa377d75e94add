-- Which sowings were stopped at a head that then held six stones or more?
SELECT record, ply, side, stop, stop_stones
FROM plies
WHERE stop_stones >= 6
ORDER BY record, ply
