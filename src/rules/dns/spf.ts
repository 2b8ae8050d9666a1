/**
 * Merges two SPF records (RFC 7208) so that the senders of both stay allowed: a name may have only one SPF record
 * (section 3.2). The qualifier of `all` stays as it is in `current`. A `redirect` becomes an `include`, because it is
 * ignored next to `all` (section 6.1). A record that allows no sender replaces the other one.
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
