/** Who acts. Every verb takes it first; whatever belongs to somebody else is "not found" to them. */
export interface Actor {
	/** Telegram's id of the person. */
	personId: number;
}
