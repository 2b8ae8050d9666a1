import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault } from "../../src/telegram/protocol.ts";
import { done, type Member, prices } from "./cast.ts";
import { forge, forgeAgainstMe } from "./forge.ts";
import { callElsewhere } from "./other-program.ts";
import { type Play, pass } from "./play.ts";
import { untilMidnight } from "./stage.ts";

/** What may happen next. `who` does it, or it happens to their account. */
export type Deed = (play: Play, who: Member) => Promise<void>;

const zones = [".com", ".net"] as const;
const yearsLabels = [/^1 year/, /^1 year/, /^1 year/, /^2 years/];
/** A quote that was made a moment ago can still be agreed to after so long. */
const quoteMs = 280_000;
export const confirming = /^✅ (Confirm|Apply)/;

/** Agrees to what stands in the chat: once, or with a nervous finger, or with an update that comes twice. */
export const confirm: Deed = async ({ stage }, who) => {
	if (who.random.chance(0.2)) stage.telegram.faults.redeliver(1);
	const times = who.random.chance(0.3) ? 2 : 1;
	if (!(await who.taps(confirming, /Yes, really|Confirmed|✅|❌|⏳|❔/, times))) return;
	if (who.random.chance(0.9)) await who.taps(/Yes, really/);
};

async function agrees(play: Play, who: Member, quoted: boolean): Promise<void> {
	if (!quoted) return;
	// Whose order somebody else presses leaves it: what becomes of it then is not their doing.
	if (who.random.chance(0.06)) await forgeAgainstMe(play, who);
	else if (who.random.chance(0.95)) await confirm(play, who);
}

/** Agrees to a list while prices change: before it, or in the middle of its requests; and to the new price then. */
async function agreesLate(play: Play, who: Member): Promise<void> {
	if (who.random.chance(0.5)) {
		await changePrice(play, who);
		await pass(play, 10_000);
		return await confirm(play, who);
	}
	const soon = who.random.whole(0, 250);
	await Promise.all([confirm(play, who), sleep(soon).then(() => changePrice(play, who))]);
	// Where a day is about to end, the rest of the order is agreed to on the next one.
	const left = untilMidnight(play.stage.now());
	await pass(play, left < quoteMs ? left + 1_500 : 1_500);
	await confirm(play, who);
}

async function agreesToList(play: Play, who: Member, quoted: boolean): Promise<void> {
	if (quoted && who.random.chance(0.4)) await agreesLate(play, who);
	else await agrees(play, who, quoted);
}

export const buyOne: Deed = async (play, who) => {
	const name = `one-${play.seed}-${who.random.whole(1, 9_999)}${who.random.pick(zones)}`;
	const years = who.random.pick(yearsLabels);
	const quoted =
		(await who.asks(name, /is free/)) &&
		(await who.taps(/^\W*Register$/, /^1 year/)) &&
		(await who.taps(years, /Go on/)) &&
		(await who.taps(/Go on/, confirming));
	await agrees(play, who, quoted);
};

const buyMany: Deed = async (play, who) => {
	const base = `many-${play.seed}-${who.random.whole(1, 9_999)}`;
	const list = Array.from({ length: who.random.whole(2, 5) }, (_, index) => `${base}-${index}${zones[index % 2]}`).join(
		" ",
	);
	const quoted = (await who.asks(list, /Register \d names/)) && (await who.taps(/Register \d names/, confirming));
	await agreesToList(play, who, quoted);
};

export const renewOne: Deed = async (play, who) => {
	const quoted = await who.asks(
		`/renew ${who.random.pick(who.account.owned)} ${who.random.pick([1, 1, 1, 2])}`,
		confirming,
	);
	await agrees(play, who, quoted);
};

const renewMany: Deed = async (play, who) => {
	const quoted =
		(await who.asks("/domains", /Renew several/)) &&
		(await who.taps(/Renew several/, /Which domains/)) &&
		(await who.asks(who.account.owned.join("\n"), /^1 year/)) &&
		(await who.taps(who.random.pick(yearsLabels), confirming));
	await agreesToList(play, who, quoted);
};

export const changeDns: Deed = async (play, who) => {
	const { random, account } = who;
	const record = `${random.pick(["www", "mail", "shop"])} A 203.0.113.${random.whole(1, 250)}`;
	await agrees(play, who, await who.asks(`/dns ${random.pick(account.owned)} ${record}`, confirming));
};

const changeNameservers: Deed = async (play, who) => {
	const { random, account } = who;
	const host = `host${random.whole(1, 99)}.net`;
	const quoted = await who.asks(`/ns ${random.pick(account.owned)} ns1.${host} ns2.${host}`, confirming);
	await agrees(play, who, quoted);
};

export const bindEdge: Deed = async (play, who) => {
	await agrees(play, who, await who.asks(`/edge ${who.random.pick(who.account.owned)} main`, confirming));
};

/** Presses something that stands there from before. */
const pressOld: Deed = async (_play, who) => {
	const labels = [confirming, /Look again/, /Withdraw/, /Fresh price/, /Retry only/, /Undo/, /No, leave it/];
	const there = labels.filter((label) =>
		who.messages().some(({ keyboard = [] }) => keyboard.flat().some((button) => label.test(button.text))),
	);
	if (there.length > 0) await who.taps(who.random.pick(there), /./);
};

const together: Deed = async (_play, who) => {
	const other = who.account.people.find((each) => each !== who) ?? who;
	const domain = who.random.pick(who.account.owned);
	const wish = who.random.pick([`/renew ${domain} 1`, `/dns ${domain} both A 203.0.113.9`]);
	const ready = await Promise.all([who, other].map((each) => each.asks(wish, confirming)));
	if (!ready.every(Boolean)) return;
	await Promise.all([who, other].map((each) => each.taps(confirming, /./)));
};

/** A list, and prices that change while somebody agrees to it. */
const hesitate: Deed = async (play, who) => {
	const name = `slow-${play.seed}-${who.random.whole(1, 9_999)}`;
	const quoted =
		(await who.asks(`${name}-a.com ${name}-b.net ${name}-c.com`, /Register \d names/)) &&
		(await who.taps(/Register \d names/, confirming));
	if (quoted) await agreesLate(play, who);
};

const wait: Deed = async (play, who) => {
	await pass(play, who.random.pick([1_500, 16_000, 61_000, 6 * 60_000, 16 * 60_000]));
};

/** Of all zones by the same, or of one up and of another down by more, so that the sum of a list says nothing of its names. */
const changePrice: Deed = async ({ stage, trace, watch }, who) => {
	const cents = who.random.whole(1, 3) * 100;
	const [moved, other] = who.random.pick([
		[cents, cents],
		[-cents, -cents],
		[cents, -2 * cents],
		[-2 * cents, cents],
	] as const);
	for (const [zone, by] of [
		[".com", moved],
		[".net", other],
	] as const) {
		const { registerCents, renewCents } = prices[zone];
		const price = { zone, registerCents: registerCents + by, renewCents: renewCents + by };
		trace.note(`a name in ${zone} costs ${price.registerCents}`);
		done(await stage.service.desk.setPrice(randomUUID(), price));
		watch.prices.push({ at: stage.now(), zone });
	}
};

/** The old token is good for nothing from now on; whoever wants to go on brings the new one, or a wrong one first. */
const reissueToken: Deed = async ({ stage, trace }, { account }) => {
	const answer = await stage.service.desk.issueToken(randomUUID(), account.userId);
	if (answer.kind === "refused") return;
	trace.note(`a new token for account ${account.userId}`);
	account.token = answer.value.token;
	account.tokens.push(account.token);
};

const reconnect: Deed = async (_play, who) => {
	await who.asks(`/connect ${who.account.token}`, /Connected|not accept|does not/);
};

/** The token of another account, which must move nothing of this one. */
const connectElsewhere: Deed = async ({ cast }, who) => {
	const other = cast.find((account) => account !== who.account);
	if (other) await who.asks(`/connect ${other.token}`, /Connected|not accept|does not/);
};

/** Gives the account back, also with orders under way. */
const leave: Deed = async (_play, who) => {
	if (!(await who.asks("/account", /^Disconnect$/))) return;
	await who.taps(/^Disconnect$/, /wiped here/);
	if (await who.taps(/^Disconnect$/, /still open/)) await who.taps(/^Disconnect$/, /is disconnected/);
};

/** By a token that somebody else brings; by themselves; or by somebody else to whom they are new. */
const waysOut: readonly ((play: Play, who: Member, other: Member) => Promise<void>)[] = [
	async (play, _who, other) => {
		await reissueToken(play, other);
		await reconnect(play, other);
	},
	leave,
	async (play, who, other) => {
		await leave(play, who);
		await reconnect(play, who);
		await pass(play, 1_500);
		await other.taps(/^Disconnect them$/, /They are disconnected/);
	},
];

/** Somebody on whose screen a quote stands loses the account, agrees all the same, and perhaps comes back to it. */
const loseAccess: Deed = async (play, who) => {
	const { account, random } = who;
	const other = account.people.find((each) => each !== who);
	if (!other || !(await who.asks(`/renew ${random.pick(account.owned)} 1`, confirming))) return;
	await random.pick(waysOut)(play, who, other);
	await pass(play, 61_000);
	await confirm(play, who);
	if (random.chance(0.7)) await reconnect(play, who);
};

/** Another program of the account's owner replaces a zone. */
const writeElsewhere: Deed = async (play, { account, random }) => {
	const domain = random.pick(account.owned);
	const records = [
		{ type: "A", hostname: "elsewhere", value: `198.51.100.${random.whole(1, 250)}`, ttl: random.pick([60, 3_600]) },
	];
	play.trace.note(`another program writes the zone of ${domain}`);
	// Noted before: what it writes may be seen at once.
	play.watch.elsewhere.push({ domain, records });
	await callElsewhere(play, account, "PUT", `/domains/${domain}/dns`, { records });
};

const signal: Deed = async ({ stage, trace }, { account, random }) => {
	const domain = random.pick(account.owned);
	trace.note(`${domain} is blocked and unblocked`);
	done(await stage.service.desk.block(randomUUID(), domain, "phishing"));
	done(await stage.service.desk.unblock(randomUUID(), domain));
};

/** Telegram does not do as it is told, or does and does not say so. */
const troubleTelegram: Deed = async ({ stage, trace, watch }, { random }) => {
	const method = random.pick(["sendMessage", "editMessageText", "answerCallbackQuery"]);
	const fault = random.pick<Omit<Fault, "method">>([
		{ cut: "before" },
		{ cut: "after" },
		{ status: 500 },
		{ status: 429, retryAfter: 1 },
	]);
	trace.note(`${method} meets ${JSON.stringify(fault)}`);
	if (method === "sendMessage" && fault.cut === "after") watch.cuts += 1;
	stage.telegram.faults.add({ method, ...fault });
};

const loseLead: Deed = async ({ fleet, trace }) => {
	trace.note("a bot loses its lead");
	fleet.loseLead();
};

/** At some moment soon, whatever is under way then. */
const killAll: Deed = async ({ fleet }, { random }) => {
	await sleep(random.whole(0, 400));
	await fleet.restart();
};

const deeds: readonly (readonly [weight: number, deed: Deed])[] = [
	[6, buyOne],
	[8, buyMany],
	[5, renewOne],
	[9, renewMany],
	[6, changeDns],
	[3, changeNameservers],
	[3, bindEdge],
	[5, pressOld],
	[4, together],
	[5, wait],
	[4, hesitate],
	[2, changePrice],
	[2, reissueToken],
	[3, reconnect],
	[2, connectElsewhere],
	[6, loseAccess],
	[2, writeElsewhere],
	[2, signal],
	[2, troubleTelegram],
	[2, forge],
	[1, loseLead],
	[2, killAll],
];

/** Each as often as it weighs. */
export const allDeeds = deeds.flatMap(([weight, deed]) => Array.from({ length: weight }, () => deed));
