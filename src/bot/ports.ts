/**
 * What the bot asks of its storage. The store implements these shapes, the world binds them; each method is one
 * statement (or one transaction) and answers with plain data. Ids are row ids; `personId` and `chatId` are Telegram's.
 */
export interface Ports {
	chats: ChatStore;
	screens: ScreenStore;
	outbox: OutboxStore;
}

export interface Person {
	id: number;
	/** One of the locales that the bot speaks. */
	locale: string;
	/** An IANA name. */
	timeZone: string;
	/** True in the update that made the person known. */
	isNew: boolean;
}

/** What a message is about, where a change of it must redraw the message: an operation, an event. */
export interface Subject {
	kind: string;
	id: number;
}

/** Small plain data: what a screen needs to find its rows again, never the rows themselves, never a secret. */
export type Params = Record<string, unknown>;

/** One living message. `rev` rises with every change, `keyboardRev` is what the buttons carry that the person sees. */
export interface Screen {
	id: number;
	chatId: number;
	/** Null until it was sent. */
	messageId: number | null;
	personId: number;
	feature: string;
	params: Params;
	subject: Subject | null;
	rev: number;
	keyboardRev: number;
	/** The values behind the buttons of `keyboardRev`: `n` of a `rev.verb.n` is an index into them. */
	choices: readonly string[];
}

export interface ChatState {
	person: Person;
	/** `rev` is 0 and `data` null where no dialogue was ever kept; `age` counts milliseconds since it was last written. */
	dialogue: { data: unknown; rev: number; age: number };
	screen: Screen | null;
	/** The screen is the one that this person's last update showed in this chat. */
	isLast: boolean;
	/** How often this update was begun, this time included. */
	tries: number;
	/** A `save` of this update went through before: whatever comes again is a repetition. */
	done: boolean;
	/** Shut out by the operator. */
	banned: boolean;
}

/** What one update leaves behind. Nothing is written when a revision has moved since it was read. */
export interface Changes {
	updateId: number;
	personId: number;
	chatId: number;
	/** Absent: unchanged. `data` null: the dialogue is over. `rev` is the one that was read. */
	dialogue?: { data: unknown; rev: number };
	show?: Showing;
}

export interface Showing {
	feature: string;
	params: Params;
	subject: Subject | null;
	/** The screen to change, with the revision that was read; null makes a screen of its own. */
	at: { id: number; rev: number } | null;
	/** Sent anew below what the person wrote: `messageId` becomes null and its old value `oldMessageId`. */
	beneath: boolean;
	/** The screen that this one leaves standing, and what it shows from now on: its buttons were used. */
	leaving?: { id: number; rev: number; params: Params } | null;
}

export interface ChatStore {
	/**
	 * One statement: counts the try, keeps a person seen for the first time (with `locale`, `UTC`), reads everything.
	 * With `messageId` the screen is that of the message in this chat; without it the one that this person's last
	 * update showed in this chat.
	 */
	load(input: {
		updateId: number;
		personId: number;
		chatId: number;
		messageId?: number;
		locale: string;
	}): Promise<ChatState>;
	/**
	 * One statement: marks the update done, writes the dialogue, raises the screen's `rev` by one (to be sent in any
	 * case, since its person waits for a reaction), leases it unless somebody is drawing it, and remembers it as the
	 * chat's last. The caller draws the screen at once; `wakeAt` a few seconds ahead lets the sweep ring if it died.
	 */
	save(
		changes: Changes,
	): Promise<{ kind: "saved"; screenId: number | null; leased: LeasedScreen | null } | { kind: "conflict" }>;
	/**
	 * For an update that touches no talk of ours: counts the try, says whether `finish` was called for it before, and
	 * which language the person has chosen here, null for a stranger.
	 */
	begin(input: { updateId: number; personId: number }): Promise<{ done: boolean; locale: string | null }>;
	finish(updateId: number): Promise<void>;
	/** The person blocked the bot or left: no alerts to this chat until `resume`. */
	stop(chatId: number): Promise<void>;
	resume(chatId: number): Promise<void>;
	/** A group became a supergroup: everything of the old chat belongs to the new one. */
	rename(chatId: number, newChatId: number): Promise<void>;
}

export interface LeasedScreen extends Screen {
	person: Person;
	/** The message to remove once the new one stands. */
	oldMessageId: number | null;
	/** What the message shows, as `post` made it; null where it must be sent even if it looks the same. */
	shownHash: string | null;
	/** Milliseconds since it was last shown, by the database's clock; null when it never was. */
	shownAgo: number | null;
}

/** The one writer per message: whoever holds the lease draws. */
export interface ScreenStore {
	/** Leases it for 30 s. Null when there is nothing new to show, another sender has it, or it is gone. */
	lease(screenId: number): Promise<LeasedScreen | null>;
	/**
	 * Ends the lease, clears `oldMessageId`, settles the outbox rows that this screen tells. `more`: the screen moved on
	 * while it was drawn, so it wants to be drawn again, and nothing is settled before that.
	 */
	shown(input: {
		screenId: number;
		rev: number;
		messageId: number;
		keyboardRev: number;
		shownHash: string | null;
		choices: readonly string[];
		/** It wants to be drawn anew after so long, because what it shows must not stay. */
		againMs?: number;
	}): Promise<{ more: boolean }>;
	/** What stands behind its buttons now; null when it is gone. */
	buttons(screenId: number): Promise<Pick<Screen, "keyboardRev" | "choices"> | null>;
	/** Ends the lease without having shown anything; looked at again in `afterMs`, or with null never. */
	release(screenId: number, afterMs: number | null): Promise<void>;
}

/** Something to tell a person, by subject: what it says is decided when it is sent. */
export interface OutboxRow {
	id: number;
	person: Person;
	chatId: number;
	subject: Subject;
	attempts: number;
}

export interface OutboxStore {
	/** Leases a row that is due. Null when there is none, another sender has it, or its chat hears no alerts. */
	lease(rowId: number): Promise<OutboxRow | null>;
	/**
	 * The screen that tells it, `rev` raised: one of this chat that shows the subject, otherwise a new one with
	 * `feature` and `params`. Kept on the row, so that a second try finds the same while it is about the subject. Null
	 * when it has been told already: the try before died, or another sender was faster.
	 */
	screen(rowId: number, showing: { feature: string; params: Params }): Promise<number | null>;
	/** `dropped`: muted, or nothing left to tell. What is settled stays as it is. */
	settle(rowId: number, state: "sent" | "dropped"): Promise<void>;
	/** Ends the lease; due again in `afterMs`. `tryAgain` counts an attempt that failed, `wait` only waits for its turn. */
	wait(rowId: number, afterMs: number): Promise<void>;
	tryAgain(rowId: number, afterMs: number): Promise<void>;
	/** A place among one a second of the chat, or 20 a minute of the group, over all replicas: 0 is "go", else milliseconds. */
	reserveChatSlot(chatId: number): Promise<number>;
	/** A place among 29 a second of all chats, over all replicas, for a message that goes out at once. */
	reserveGlobalSlot(): Promise<number>;
}
