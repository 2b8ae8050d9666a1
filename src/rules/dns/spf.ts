/**
 * Merges two SPF records (RFC 7208) into one that allows the senders of both, because a name may have only one SPF
 * record (section 3.2). Keeps the `all` of `current`, such as `~all`, if it has one. A `redirect` becomes an `include`,
 * because receivers ignore it next to `all` (section 6.1). If one of the two records allows no sender at all, there is
 * nothing to merge, and the result is `added`.
 */
export function mergeSpf(current: string, added: string): string {
	const [own, extra] = [termsOf(current), termsOf(added)];
	if (extra.senders.length === 0 || own.senders.length === 0) return added;
	const known = new Set(own.senders.map((term) => term.toLowerCase()));
	const fresh = extra.senders.filter((term) => !known.has(term.toLowerCase()));
	return ["v=spf1", ...own.senders, ...fresh, own.all ?? extra.all ?? "~all"].join(" ");
}

function termsOf(record: string): { senders: string[]; all: string | undefined } {
	const terms = record.trim().split(/\s+/).slice(1);
	const all = terms.find((term) => /^[-~?+]?all$/i.test(term));
	const senders = terms.filter((term) => term !== all).map((term) => term.replace(/^redirect=/i, "include:"));
	return { senders, all };
}
