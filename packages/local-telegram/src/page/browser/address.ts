/** In the URL's hash, so that a reload or a bookmark opens the same chat. */
export interface Address {
	person?: number;
	chat?: number;
}

export function parseAddress(hash: string): Address {
	const values = new URLSearchParams(hash.replace(/^#/, ""));
	const address: Address = {};
	for (const name of ["person", "chat"] as const) {
		const value = values.get(name);
		if (value !== null && /^-?\d+$/.test(value)) address[name] = Number(value);
	}
	return address;
}

/** Leaves out the private chat with the bot, because its id is the person's id. */
export function formatAddress(person: number, chat: number): string {
	return chat === person ? `#person=${person}` : `#person=${person}&chat=${chat}`;
}
