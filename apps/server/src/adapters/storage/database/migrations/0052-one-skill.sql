-- How good scores of headlines have been is in the track record alone, where each was declared before the move
DROP TABLE news_moves;
