/** The person and chat that the page shows. The URL's hash contains both, for reloads and bookmarks. */
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

/** Returns the URL's hash. Omits the id of the private chat, which is the person's id. */
export function formatAddress(person: number, chat: number): string {
	return chat === person ? `#person=${person}` : `#person=${person}&chat=${chat}`;
}
