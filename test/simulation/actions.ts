import { randomUUID } from "node:crypto";
import type { Fault } from "local-telegram/protocol.ts";
import { untilMidnight } from "./backend.ts";
import { pass, type RunContext } from "./context.ts";
import { forge, forgeAgainstMe } from "./forge.ts";
import type { Member } from "./members.ts";
import { callFromOtherProgram } from "./other-program.ts";
import { done, prices } from "./people.ts";
import { confirmingTwice } from "./person.ts";
import { allowPurchase, propose } from "./proposing.ts";
import { sleep } from "./waits.ts";

/** The person `who` does it, or it happens to their account. */
export type Action = (context: RunContext, who: Member) => Promise<void>;

const zones = [".com", ".net"] as const;
const yearsLabels = [/^1 year/, /^1 year/, /^1 year/, /^2 years/];
const quoteMs = 280_000;
export const confirming = /^✅ (Pay|Apply)/;

/**
 * With a tap, a double tap, or a tap that Telegram delivers twice. For a large or risky order, the bot then asks a
 * second question, which is usually answered too.
 */
export const confirm: Action = async ({ backend }, who) => {
	if (who.random.chance(0.2)) backend.telegram.faults.redeliver(1);
	const times = who.random.chance(0.3) ? 2 : 1;
	if (!(await who.taps(confirming, new RegExp(`${confirmingTwice.source}|✅|❌|⏳|❔`), times))) return;
	if (who.random.chance(0.9)) await who.taps(confirmingTwice);
};

async function maybeConfirm(context: RunContext, who: Member, quoted: boolean): Promise<void> {
	if (!quoted) return;
	// The owner of the quote does not confirm it, so the order must stay unconfirmed.
	if (who.random.chance(0.06)) await forgeAgainstMe(context, who);
	else if (who.random.chance(0.95)) await confirm(context, who);
}

/**
 * The prices change either before the first tap, or between two requests of the order. Then confirms again, at the new
 * price.
 */
async function confirmDuringPriceChange(context: RunContext, who: Member): Promise<void> {
	if (who.random.chance(0.5)) {
		await changePrice(context, who);
		await pass(context, 10_000);
		return await confirm(context, who);
	}
	const soon = who.random.whole(0, 250);
	await Promise.all([confirm(context, who), sleep(soon).then(() => changePrice(context, who))]);
	// The rest of the order then counts towards the spending cap of the next day.
	const left = untilMidnight(context.backend.now());
	await pass(context, left < quoteMs ? left + 1_500 : 1_500);
	await confirm(context, who);
}

async function confirmList(context: RunContext, who: Member, quoted: boolean): Promise<void> {
	if (quoted && who.random.chance(0.4)) await confirmDuringPriceChange(context, who);
	else await maybeConfirm(context, who, quoted);
}

/** False if the bot does not show the new quote. */
export async function chooseYears(who: Member, years: RegExp): Promise<boolean> {
	return (await who.taps(/^Edit years or label/, /^1 year/)) && (await who.taps(years, confirming));
}

export const buyOne: Action = async (context, who) => {
	const name = `one-${context.seed}-${who.random.whole(1, 9_999)}${who.random.pick(zones)}`;
	const years = who.random.chance(0.5) ? who.random.pick(yearsLabels) : null;
	const quoted =
		(await who.asks(name, /is available/)) &&
		(await who.taps(/^\W*Register$/, confirming)) &&
		(years === null || (await chooseYears(who, years)));
	await maybeConfirm(context, who, quoted);
};

const buyMany: Action = async (context, who) => {
	const base = `many-${context.seed}-${who.random.whole(1, 9_999)}`;
	const list = Array.from({ length: who.random.whole(2, 5) }, (_, index) => `${base}-${index}${zones[index % 2]}`).join(
		" ",
	);
	const quoted = (await who.asks(list, /Register \d domains/)) && (await who.taps(/Register \d domains/, confirming));
	await confirmList(context, who, quoted);
};

export const renewOne: Action = async (context, who) => {
	const quoted = await who.asks(
		`/renew ${who.random.pick(who.account.owned)} ${who.random.pick([1, 1, 1, 2])}`,
		confirming,
	);
	await maybeConfirm(context, who, quoted);
};

const renewMany: Action = async (context, who) => {
	const quoted =
		(await who.asks("/domains", /^Select$/)) &&
		(await who.taps(/^Select$/, /^Select all/)) &&
		(await who.taps(/^Select all/, /Renew \d/)) &&
		(await who.taps(/Renew \d/, /^1 year/)) &&
		(await who.taps(who.random.pick(yearsLabels), confirming));
	await confirmList(context, who, quoted);
};

export const changeDns: Action = async (context, who) => {
	const { random, account } = who;
	const record = `${random.pick(["www", "mail", "shop"])} A 203.0.113.${random.whole(1, 250)}`;
	await maybeConfirm(context, who, await who.asks(`/dns ${random.pick(account.owned)} ${record}`, confirming));
};

/** Changes the zones of all domains of the account. */
const changeManyZones: Action = async (context, who) => {
	const quoted =
		(await who.asks("/domains", /^Select$/)) &&
		(await who.taps(/^Select$/, /^Select all/)) &&
		(await who.taps(/^Select all/, /More$/)) &&
		(await who.taps(/More$/, /^🧭 DNS$/)) &&
		(await who.taps(/^🧭 DNS$/, /DNS of \d+ domain/)) &&
		(await who.asks(`many A 203.0.113.${who.random.whole(1, 250)}`, confirming));
	await maybeConfirm(context, who, quoted);
};

/** Adds the file's records to the zone, updates existing records with them, or replaces all records. */
const importFile: Action = async (context, who) => {
	const { random, account } = who;
	const text = `$ORIGIN ${random.pick(account.owned)}.\nfile A 203.0.113.${random.whole(1, 250)}\n@ MX 5 mx.file.net.`;
	const how = random.pick([/^➕ Add$/, /^✏️ Update$/, /^⚠️ Replace all$/]);
	await maybeConfirm(context, who, (await who.asks(text, how)) && (await who.taps(how, confirming)));
};

/** Restores one part of the state, such as the records. */
const restorePoint: Action = async (context, who) => {
	const quoted =
		(await who.asks(`/dns ${who.random.pick(who.account.owned)}`, /Restore points/)) &&
		(await who.taps(/Restore points/, /#\w+$/)) &&
		(await who.taps(/· #\w+$/, /^↩️/)) &&
		(await who.taps(/^↩️/, confirming));
	await maybeConfirm(context, who, quoted);
};

const changeNameservers: Action = async (context, who) => {
	const { random, account } = who;
	const host = `host${random.whole(1, 99)}.net`;
	const quoted = await who.asks(`/ns ${random.pick(account.owned)} ns1.${host} ns2.${host}`, confirming);
	await maybeConfirm(context, who, quoted);
};

export const bindEdge: Action = async (context, who) => {
	await maybeConfirm(context, who, await who.asks(`/edge ${who.random.pick(who.account.owned)} main`, confirming));
};

const tapOldButton: Action = async (_context, who) => {
	const labels = [confirming, /Check again/, /Refresh price/, /Order again/, /Retry failed/, /Undo/, /Cancel/];
	const available = labels.filter((label) =>
		who.messages().some(({ keyboard = [] }) => keyboard.flat().some((button) => label.test(button.text))),
	);
	if (available.length > 0) await who.taps(who.random.pick(available), /./);
};

const bothConfirm: Action = async (_context, who) => {
	const other = who.account.people.find((each) => each !== who) ?? who;
	const domain = who.random.pick(who.account.owned);
	const order = who.random.pick([`/renew ${domain} 1`, `/dns ${domain} both A 203.0.113.9`]);
	const ready = await Promise.all([who, other].map((each) => each.asks(order, confirming)));
	if (!ready.every(Boolean)) return;
	await Promise.all([who, other].map((each) => each.taps(confirming, /./)));
};

const confirmSlowly: Action = async (context, who) => {
	const name = `slow-${context.seed}-${who.random.whole(1, 9_999)}`;
	const quoted =
		(await who.asks(`${name}-a.com ${name}-b.net ${name}-c.com`, /Register \d domains/)) &&
		(await who.taps(/Register \d domains/, confirming));
	if (quoted) await confirmDuringPriceChange(context, who);
};

const wait: Action = async (context, who) => {
	await pass(context, who.random.pick([1_500, 16_000, 61_000, 6 * 60_000, 16 * 60_000]));
};

/**
 * Both change by the same amount, or one rises and the other falls by twice as much. The total price of an order may
 * then fall although one of its names costs more.
 */
const changePrice: Action = async (context, who) => {
	const cents = who.random.whole(1, 3) * 100;
	const [moved, other] = who.random.pick([
		[cents, cents],
		[-cents, -cents],
		[cents, -2 * cents],
		[-2 * cents, cents],
	] as const);
	await setPrices(context, { ".com": moved, ".net": other });
};

/** Sets the prices of each TLD to its initial ones plus this many cents. */
export async function setPrices(
	{ backend, trace, watch }: RunContext,
	cents: Record<(typeof zones)[number], number>,
): Promise<void> {
	for (const zone of zones) {
		const { registerCents, renewCents } = prices[zone];
		const price = { zone, registerCents: registerCents + cents[zone], renewCents: renewCents + cents[zone] };
		trace.note(`a ${zone} name now costs ${price.registerCents}`);
		const from = backend.now();
		done(await backend.service.admin.setPrice(randomUUID(), price));
		watch.prices.push({ from, until: backend.now(), zone });
	}
}

/** The old token no longer works, so people must send the new one to the bot. */
const reissueToken: Action = async ({ backend, trace }, { account }) => {
	const answer = await backend.service.admin.issueToken(randomUUID(), account.userId);
	if (answer.kind === "refused") return;
	trace.note(`a new token for account ${account.userId}`);
	account.token = answer.value.token;
	account.tokens.push(account.token);
};

const reconnect: Action = async (_context, who) => {
	await who.asks(`/connect ${who.account.token}`, /Connected|rejected|not /);
};

/** This must not affect the orders of the first account. */
const connectOtherAccount: Action = async ({ accounts }, who) => {
	const other = accounts.find((account) => account !== who.account);
	if (other) await who.asks(`/connect ${other.token}`, /Connected|rejected|not /);
};

/** The first account must pay, although the other one could register the name too. */
const switchBeforeConfirm: Action = async (context, who) => {
	const name = `switch-${context.seed}-${who.random.whole(1, 9_999)}${who.random.pick(zones)}`;
	const quoted = (await who.asks(name, /is available/)) && (await who.taps(/^\W*Register$/, confirming));
	if (!quoted) return;
	await connectOtherAccount(context, who);
	await confirm(context, who);
	await pass(context, 1_500);
	await reconnect(context, who);
};

/** Even while orders are open. */
const disconnect: Action = async (_context, who) => {
	if (!(await who.asks("/account", /^Disconnect$/))) return;
	await who.taps(/^Disconnect$/, /deleted here/);
	if (await who.taps(/^Disconnect account$/, /still open/)) await who.taps(/^Disconnect account$/, /disconnected/);
};

/**
 * Another person connects a new token, which makes the old one invalid; the person disconnects; or the person
 * disconnects and reconnects, and then another person disconnects them.
 */
const waysToLoseAccess: readonly ((context: RunContext, who: Member, other: Member) => Promise<void>)[] = [
	async (context, _who, other) => {
		await reissueToken(context, other);
		await reconnect(context, other);
	},
	disconnect,
	async (context, who, other) => {
		await disconnect(context, who);
		await reconnect(context, who);
		await pass(context, 1_500);
		await other.taps(/^Disconnect them$/, /Disconnected\./);
	},
];

/** They try to confirm an open quote anyway, and usually reconnect afterwards. */
const loseAccess: Action = async (context, who) => {
	const { account, random } = who;
	const other = account.people.find((each) => each !== who);
	if (!other || !(await who.asks(`/renew ${random.pick(account.owned)} 1`, confirming))) return;
	await random.pick(waysToLoseAccess)(context, who, other);
	await pass(context, 61_000);
	await confirm(context, who);
	if (random.chance(0.7)) await reconnect(context, who);
};

/** Another program of the account's owner does this. */
const writeFromOtherProgram: Action = async (context, { account, random }) => {
	const domain = random.pick(account.owned);
	const records = [
		{ type: "A", hostname: "elsewhere", value: `198.51.100.${random.whole(1, 250)}`, ttl: random.pick([60, 3_600]) },
	];
	context.trace.note(`another program writes the zone of ${domain}`);
	// A bot may read the new zone before the call returns.
	context.watch.otherProgramWrites.push({ domain, records });
	await callFromOtherProgram(context, account, "PUT", `/domains/${domain}/dns`, { records });
};

const blockAndUnblock: Action = async ({ backend, trace }, { account, random }) => {
	const domain = random.pick(account.owned);
	trace.note(`${domain} is blocked and unblocked`);
	done(await backend.service.admin.block(randomUUID(), domain, "phishing"));
	done(await backend.service.admin.unblock(randomUUID(), domain));
};

/** The call fails, or succeeds without an answer. */
const troubleTelegram: Action = async ({ backend, trace }, { random }) => {
	const method = random.pick(["sendMessage", "editMessageText", "answerCallbackQuery"]);
	const fault = random.pick<Omit<Fault, "method">>([
		{ cut: "before" },
		{ cut: "after" },
		{ status: 500 },
		{ status: 429, retryAfter: 1 },
	]);
	trace.note(`${method} meets ${JSON.stringify(fault)}`);
	backend.telegram.faults.add({ method, ...fault });
};

const loseLeadership: Action = async ({ fleet, trace }) => {
	trace.note("a bot loses its leadership");
	fleet.loseLeadership();
};

/** After up to 400 ms, at a random point of their work. */
const killAll: Action = async ({ fleet }, { random }) => {
	await sleep(random.whole(0, 400));
	await fleet.restart();
};

const weightedActions: readonly (readonly [weight: number, action: Action])[] = [
	[6, buyOne],
	[8, buyMany],
	[5, renewOne],
	[9, renewMany],
	[6, changeDns],
	[4, changeManyZones],
	[3, importFile],
	[3, restorePoint],
	[3, changeNameservers],
	[3, bindEdge],
	[5, tapOldButton],
	[4, bothConfirm],
	[5, wait],
	[4, confirmSlowly],
	[2, changePrice],
	[2, reissueToken],
	[3, reconnect],
	[2, connectOtherAccount],
	[3, switchBeforeConfirm],
	[6, loseAccess],
	[2, writeFromOtherProgram],
	[2, blockAndUnblock],
	[2, troubleTelegram],
	[2, forge],
	[1, loseLeadership],
	[2, killAll],
	[3, propose],
	[2, allowPurchase],
];

/** A random pick follows the weights. */
export const allActions = weightedActions.flatMap(([weight, action]) => Array.from({ length: weight }, () => action));
