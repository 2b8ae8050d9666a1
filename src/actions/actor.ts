/** The person who acts. Every action takes this input. An action reports another person's data as "not found". */
export interface Actor {
	/** The person's Telegram user id. */
	personId: number;
}
