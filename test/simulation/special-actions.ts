import { type Action, bindEdge, buyOne, changeDns, confirm, confirming, renewOne } from "./actions.ts";
import { pass, type RunContext } from "./context.ts";
import type { Member } from "./members.ts";
import { callFromOtherProgram } from "./other-program.ts";
import { confirmingTwice } from "./person.ts";
import { allowPurchase, propose } from "./proposing.ts";
import { longLength, type SituationName } from "./situations.ts";
import { sleep } from "./waits.ts";

/**
 * A worker needs several steps to read a long list. With more than a hundred domains, the order also needs several
 * requests.
 */
const renewAll: Action = async (context, who) => {
	if (!mayOrderLongList(context)) return;
	const quoted =
		(await who.asks("/domains", /^Select$/)) &&
		(await who.taps(/^Select$/, /^Select all/)) &&
		(await who.taps(/^Select all/, /Renew \d/)) &&
		(await who.taps(/Renew \d/, /^1 year/)) &&
		(await who.taps(/^1 year/, confirming));
	if (quoted) await confirmBoth(who);
};

const buyLongList: Action = async (context, who) => {
	if (!mayOrderLongList(context)) return;
	const base = `long-${context.seed}-${who.random.whole(1, 9_999)}`;
	const list = Array.from({ length: longLength(who.random) }, (_, index) => `${base}-${index}.com`);
	const quoted =
		(await who.asks(list.join("\n"), /Register \d+ domains/)) && (await who.taps(/Register \d+ domains/, confirming));
	if (quoted) await confirmBoth(who);
};

/** Each long list needs many calls, which the rate limit delays in real time. */
function mayOrderLongList({ watch }: RunContext): boolean {
	watch.longLists += 1;
	return watch.longLists <= 2;
}

/** Like `confirm`, but taps once, and always answers the bot's second question. */
export async function confirmBoth(who: Member): Promise<void> {
	if (await who.taps(confirming, new RegExp(`${confirmingTwice.source}|✅|❌|⏳|❔`))) await who.taps(confirmingTwice);
}

/** At the same time as the tap, or right after it, while the order may still be in progress. */
async function concurrently(context: RunContext, who: Member, act: () => Promise<void>): Promise<void> {
	if (who.random.chance(0.6)) {
		await Promise.all([confirm(context, who), sleep(who.random.whole(0, 400)).then(act)]);
		return;
	}
	await confirm(context, who);
	await act();
	await pass(context, 3_000);
}

const renewConcurrently: Action = async (context, who) => {
	const domain = who.random.pick(who.account.owned);
	if (!(await who.asks(`/renew ${domain} ${who.random.pick([1, 2])}`, confirming))) return;
	const years = who.random.pick([1, 1, 2]);
	await concurrently(context, who, () =>
		callFromOtherProgram(context, who.account, "POST", `/domains/${domain}/renew`, { years }),
	);
};

/** The other program uses either the person's account or another one. */
const buyConcurrently: Action = async (context, who) => {
	const domain = `beside-${context.seed}-${who.random.whole(1, 9_999)}.com`;
	const quoted = (await who.asks(domain, /is available/)) && (await who.taps(/^\W*Register$/, confirming));
	if (!quoted) return;
	const buyer = who.random.pick(context.accounts);
	const reference = who.random.chance(0.5) ? { external_ref: "somebody-else" } : {};
	await concurrently(context, who, () =>
		callFromOtherProgram(context, buyer, "POST", "/domains/register", { domain, ...reference }),
	);
};

/**
 * One day ago, or almost 30 days ago: an expired domain can be renewed for 30 days, and this period then ends within
 * minutes.
 */
const expire: Action = async ({ backend, trace }, { account, random }) => {
	const domain = random.pick(account.owned);
	const daysAgo = random.pick([1, 29.995]);
	trace.note(`${domain} expired ${daysAgo} days ago`);
	const { sql } = backend.database;
	const expiresAt = sql`clock() - ${daysAgo} * interval '1 day'`;
	await sql.begin(async (tx) => {
		await tx`update service.domains set expires_at = ${expiresAt} where name = ${domain}`;
		await tx`update service.sandbox_names set expires_at = ${expiresAt} where name = ${domain}`;
	});
};

/**
 * Two people of an account confirm it one after the other. Usually one of them has turned on auto-renew, which becomes
 * due meanwhile.
 */
const renewShared: Action = async (context, who) => {
	const { account, random } = who;
	const domain = random.pick(account.owned);
	const people = random.chance(0.8) ? account.people.slice(0, 2) : [who];
	const isAuto =
		random.chance(0.6) &&
		(await who.asks(`/domains ${domain}`, /Auto-renew/)) &&
		(await who.taps(/Auto-renew/, /highest price|On, up to/)) &&
		(await who.taps(/^Up to/, /On, up to/));
	// A new setting lets an hour pass before the first order.
	if (isAuto) await pass(context, 61 * 60_000);
	for (const person of people) await person.asks(`/renew ${domain} ${random.pick([1, 1, 1, 2])}`, confirming);
	const auto = isAuto ? sleep(random.whole(0, 300)).then(() => context.backend.sweepWatches()) : undefined;
	for (const person of random.chance(0.5) ? people : people.toReversed()) {
		await confirm(context, person);
		await pass(context, random.pick([1_500, 16_000, 61_000]));
	}
	await auto;
	if (random.chance(0.5)) await confirm(context, random.pick(people));
};

const crashDatabase: Action = async (context, who) => {
	// A crash takes about a second of real time, so at most two happen in a run.
	if (context.watch.databaseCrashes.length > 1) return;
	const act = who.random.pick([buyOne, renewOne, changeDns, bindEdge]);
	const crash = async (): Promise<void> => {
		await sleep(who.random.whole(0, 700));
		context.trace.note("the database crashes");
		context.watch.databaseCrashes.push(context.backend.now());
		await context.backend.crashDatabase();
		context.trace.note("the database has recovered");
		// The crash broke the connections of the workers, so their jobs will not finish. Otherwise, new jobs would come
		// only after 10 s, when the heartbeats of the old ones have expired.
		await context.backend.deleteActiveJobs();
		context.holding.forgetJobs();
	};
	await Promise.all([act(context, who), crash()]);
};

/** They make up about half of the steps. */
export const specialActions: Partial<Record<SituationName, readonly Action[]>> = {
	"long-lists": [renewAll, buyLongList],
	"other-programs": [renewConcurrently, renewConcurrently, buyConcurrently, expire],
	"shared-renewals": [renewShared],
	mandates: [propose, propose, allowPurchase],
	"database-restart": [crashDatabase],
};
