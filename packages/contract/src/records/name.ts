export function plainName(name: string): string {
	return name.toLowerCase().replace(/\.$/, "");
}

/** The domain itself, or a name below it. `domain` is in lower case. Neither has a final dot. */
export function isWithin(name: string, domain: string): boolean {
	return `.${name.toLowerCase()}`.endsWith(`.${domain}`);
}
