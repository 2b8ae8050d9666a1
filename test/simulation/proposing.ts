import { pass, type RunContext } from "./context.ts";
import type { Member } from "./members.ts";
import { confirmingTwice } from "./person.ts";

/** What programs proposed and people allowed in advance, by domain. `checkMandates` compares the charges with it. */
export interface Mandated {
	/** The tokens of programs, by person. */
	tokens: Map<number, string>;
	proposed: Set<string>;
	/** The names for which a person began a standing order. */
	wanted: Set<string>;
	/** The ceilings of the standing orders that a person confirmed, in cents. */
	ceilings: Map<string, number>;
}

const byRun = new WeakMap<RunContext, Mandated>();

export function mandatedIn(context: RunContext): Mandated {
	const known = byRun.get(context);
	if (known) return known;
	const empty = { tokens: new Map(), proposed: new Set<string>(), wanted: new Set<string>(), ceilings: new Map() };
	byRun.set(context, empty);
	return empty;
}

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
 * A program proposes up to six purchases, some of them twice at once. Then its owner pays some of them, with single and
 * double taps, declines one, stops the program, or does nothing.
 */
export async function propose(context: RunContext, who: Member): Promise<void> {
	const { fleet, seed, trace } = context;
	const { tokens, proposed } = mandatedIn(context);
	const token = await tokenOf(context, who);
	const url = fleet.url();
	if (token === undefined || url === undefined) return;
	const send = async (domain: string): Promise<void> => {
		const answer = await fetch(`${url}/programs/v1/propose_order`, {
			method: "POST",
			headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
			body: JSON.stringify({ key: domain, order: { action: "register", domain }, reason: "buy it now" }),
		}).catch(() => undefined);
		trace.note(`a program proposes ${domain}: ${answer?.status ?? "no answer"}`);
	};
	const count = who.random.pick([1, 1, 2, 3, 6]);
	const calls = Array.from({ length: count }, () => {
		const domain = `proposed-${seed}-${who.random.whole(1, 9_999)}.com`;
		proposed.add(domain);
		return who.random.chance(0.3) ? [send(domain), send(domain)] : [send(domain)];
	});
	await Promise.all(calls.flat());
	await pass(context, 1_500);
	if (who.random.chance(0.1) && (await who.taps(/Stop this program/))) tokens.delete(who.id);
	else if (who.random.chance(0.2)) return;
	for (let taps = who.random.whole(1, 3); taps > 0; taps -= 1) {
		const number = who.random.pick(["\\d", "\\d", "2", "3"]);
		const label = who.random.chance(0.15) ? "✖️ Decline" : "Pay \\$";
		await who.taps(new RegExp(`^(${number} · )?${label}`), /✅|❌|⏳|❔/, who.random.chance(0.3) ? 2 : 1);
		await who.taps(confirmingTwice);
		if (who.random.chance(0.5)) await pass(context, 1_500);
	}
}

/** The person lets the bot buy an available name. Half of the ceilings are too low. */
export async function allowPurchase(context: RunContext, who: Member): Promise<void> {
	const { backend, seed } = context;
	const { wanted, ceilings } = mandatedIn(context);
	const domain = `standing-${seed}-${who.random.whole(1, 9_999)}.com`;
	const dollars = who.random.pick([10, 20]);
	const isAsked =
		(await who.asks(`/watch ${domain}`, /Buy it for me/)) && (await who.taps(/Buy it for me/, /The most to pay/));
	if (!isAsked) return;
	wanted.add(domain);
	if (!(await who.taps(new RegExp(`^\\$${dollars}`), /Buy up to/))) return;
	if (who.random.chance(0.8)) {
		ceilings.set(domain, dollars * 100);
		await who.taps(/Buy up to/, /Allowed/);
	}
	await backend.sweepWatches();
	await pass(context, 1_500);
}
