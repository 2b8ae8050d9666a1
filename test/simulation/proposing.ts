import { pass, type RunContext } from "./context.ts";
import type { Member } from "./members.ts";

/** What people allowed without the usual *Pay*, by domain. `checkMandates` compares the charges with it. */
export interface Mandated {
	/** The tokens of programs, by person. */
	tokens: Map<number, string>;
	proposed: Set<string>;
	/** A person tapped *Pay* in a program's message while it showed this domain. */
	tapped: Set<string>;
	/** The ceilings of standing orders, in cents. */
	ceilings: Map<string, number>;
}

const byRun = new WeakMap<RunContext, Mandated>();

export function mandatedIn(context: RunContext): Mandated {
	const known = byRun.get(context);
	if (known) return known;
	const empty = { tokens: new Map(), proposed: new Set<string>(), tapped: new Set<string>(), ceilings: new Map() };
	byRun.set(context, empty);
	return empty;
}

const proposes = /proposes:|proposes \d+ orders:/;

async function tokenOf(context: RunContext, who: Member): Promise<string | undefined> {
	const { tokens } = mandatedIn(context);
	if (tokens.has(who.id)) return tokens.get(who.id);
	const isCreated =
		(await who.asks("/programs", /New program/)) &&
		(await who.taps(/New program/, /Send a name/)) &&
		(await who.asks("my agent", /Create token/)) &&
		(await who.taps(/Create token/, /dtp_/));
	const texts = who.messages().map(({ text = "" }) => text);
	const token = isCreated
		? /dtp_[\w-]{43}/.exec(texts.findLast((text) => text.includes("dtp_")) ?? "")?.[0]
		: undefined;
	if (token !== undefined) tokens.set(who.id, token);
	return token;
}

/**
 * A program proposes a purchase, sometimes twice at once. Then its owner pays, with a single or double tap, or stops the
 * program, or does nothing.
 */
export async function propose(context: RunContext, who: Member): Promise<void> {
	const { fleet, seed, trace } = context;
	const { tokens, proposed, tapped } = mandatedIn(context);
	const token = await tokenOf(context, who);
	const url = fleet.url();
	if (token === undefined || url === undefined) return;
	const domain = `proposed-${seed}-${who.random.whole(1, 9_999)}.com`;
	proposed.add(domain);
	const send = async (): Promise<void> => {
		const answer = await fetch(`${url}/programs/v1/propose_order`, {
			method: "POST",
			headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
			body: JSON.stringify({ key: domain, order: { action: "register", domain }, reason: "buy it now" }),
		}).catch(() => undefined);
		trace.note(`a program proposes ${domain}: ${answer?.status ?? "no answer"}`);
	};
	await Promise.all(who.random.chance(0.3) ? [send(), send()] : [send()]);
	await pass(context, 1_500);
	const isStopped = who.random.chance(0.1) && (await who.taps(/Stop this program/));
	if (isStopped) tokens.delete(who.id);
	if (!isStopped && who.random.chance(0.3)) return;
	const shown = who.messages().findLast(({ text = "" }) => proposes.test(text))?.text ?? "";
	for (const each of proposed) if (shown.includes(each)) tapped.add(each);
	await who.taps(/^(\d+ · )?Pay \$/, /✅|❌|⏳|❔/, who.random.chance(0.3) ? 2 : 1);
}

/** The person lets the bot buy an available name. Half of the ceilings are too low. */
export async function allowPurchase(context: RunContext, who: Member): Promise<void> {
	const { backend, seed } = context;
	const domain = `standing-${seed}-${who.random.whole(1, 9_999)}.com`;
	const dollars = who.random.pick([10, 20]);
	const isAsked =
		(await who.asks(`/watch ${domain}`, /Buy it for me/)) && (await who.taps(/Buy it for me/, /highest price/));
	if (!isAsked) return;
	mandatedIn(context).ceilings.set(domain, dollars * 100);
	if (!(await who.taps(new RegExp(`^\\$${dollars}`), /Buy up to/)) || !(await who.taps(/Buy up to/, /Allowed/))) return;
	await backend.sweepWatches();
	await pass(context, 1_500);
}
