/** Returns a name in lower case and without the final dot. */
export function plainName(name: string): string {
	return name.toLowerCase().replace(/\.$/, "");
}

/** True if a name is the domain or a name below it. `domain` is in lower case. Neither has a final dot. */
export function isWithin(name: string, domain: string): boolean {
	return `.${name.toLowerCase()}`.endsWith(`.${domain}`);
}
