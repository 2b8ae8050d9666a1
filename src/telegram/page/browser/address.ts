/** Whose chat the page shows. Kept in the hash, so that a reload, a bookmark and a second window keep it too. */
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

/** The private chat, whose id is the person's own, needs no naming. */
export function formatAddress(person: number, chat: number): string {
	return chat === person ? `#person=${person}` : `#person=${person}&chat=${chat}`;
}
