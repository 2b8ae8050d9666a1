/**
 * The person and chat that the page shows. Stored in the hash, so that reloads, bookmarks and second windows keep them.
 */
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

/** The private chat has the person's id and is omitted. */
export function formatAddress(person: number, chat: number): string {
	return chat === person ? `#person=${person}` : `#person=${person}&chat=${chat}`;
}
