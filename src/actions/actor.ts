/** The person for whom an action runs. Every action has this input, and answers "not found" for other people's data. */
export interface Actor {
	/** The person's Telegram user id. */
	personId: number;
}
