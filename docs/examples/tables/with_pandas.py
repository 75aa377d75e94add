import pandas


def read(tables, table, columns):
    # Only the columns that are asked for are read.
    return pandas.read_parquet(f"{tables}/{table}.parquet", columns=columns)


def first_mover(tables):
    counted = ["plies", "laps", "captures", "stops", "relays"]
    games = read(tables, "games", ["rules", "columns", "superseded", "result", "first", *counted])
    games = games[~games.superseded]
    first, second = games["first"] == "south", games["first"] == "north"
    south, north = games["result"] == "1-0", games["result"] == "0-1"
    games = games.assign(
        games=1,
        won_by_first=(first & south) | (second & north),
        won_by_second=(first & north) | (second & south),
        drawn=games["result"] == "1/2-1/2",
    )
    return games.groupby(["rules", "columns"])[
        ["games", "won_by_first", "won_by_second", "drawn", *counted]
    ].sum().reset_index()


def head_stops(tables):
    plies = read(tables, "plies", ["record", "ply", "side", "stop", "stop_stones"])
    return plies[plies.stop_stones >= 6].sort_values(["record", "ply"])


def positions(tables):
    met = read(tables, "positions", ["record", "ply", "certain", "position"])
    met = met[met.certain & (met.ply > 4)]
    games = met.groupby("position").record.nunique().reset_index(name="games")
    return games.sort_values(["games", "position"], ascending=[False, True]).head(5)
