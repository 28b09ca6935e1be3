-- An alert shows the size of its event in the state that its words describe; alerts of before have none.
ALTER TABLE alerts ADD COLUMN event_size integer;
