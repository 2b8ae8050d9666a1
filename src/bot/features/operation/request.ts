import type { Operation } from "../../../actions/index.ts";

type Change = NonNullable<Operation["change"]>;
type ShownRecord = Extract<Change, { kind: "dns" }>["diff"]["added"][number];

/** A longer command does not fit into the message. */
const longest = 1_500;

/**
 * Returns the shell command with which a program proposes the same order at `url`. Its token is masked. Null if a
 * program cannot propose such an order.
 */
export function curlOf({ reference, items, change, kind }: Operation, url: string): string | null {
	const [item, ...others] = items;
	const what = item && others.length === 0 ? orderOf(kind, item, change) : null;
	if (!item || !what) return null;
	const order = { action: kind, domain: item.domain, ...what };
	const body = JSON.stringify({ key: reference.replace("#", ""), order, reason: "" });
	const lines = [
		`curl ${url}/programs/v1/propose_order`,
		`-H "Authorization: Bearer dtp_…" -H "Content-Type: application/json"`,
		`-d '${body.replaceAll("'", "'\\''")}'`,
	];
	const command = lines.join(" \\\n  ");
	return command.length > longest ? null : command;
}

function orderOf(kind: string, { years }: Operation["items"][number], change: Operation["change"]): object | null {
	if (kind === "register" || kind === "renew") return { years: years ?? 1 };
	if (change?.kind === "nameservers") return change.after && { nameservers: change.after };
	if (change?.kind !== "dns") return null;
	const { added, removed, changed } = change.diff;
	return {
		add: [...added, ...changed.map(({ after }) => after)].map(recordOf),
		remove: [...removed, ...changed.map(({ before }) => before)].map(recordOf),
	};
}

function recordOf({ type, hostname, value, ttl, priority }: ShownRecord) {
	return { type, hostname, value, ...(ttl !== null && { ttl }), ...(priority !== null && { priority }) };
}
