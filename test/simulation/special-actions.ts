import { setTimeout as sleep } from "node:timers/promises";
import { type Action, bindEdge, buyOne, changeDns, confirm, confirming, renewOne } from "./actions.ts";
import { pass, type RunContext } from "./context.ts";
import { callFromOtherProgram } from "./other-program.ts";
import type { Member } from "./people.ts";
import { confirmingTwice } from "./person.ts";
import { longLength, type SituationName } from "./situations.ts";

/** Renews a list of more names than a worker reads in one round or than one request contains. */
const renewAll: Action = async (context, who) => {
	if (!mayOrderLongList(context)) return;
	const quoted =
		(await who.asks("/domains", /Renew several/)) &&
		(await who.taps(/Renew several/, /Send the domains/)) &&
		(await who.asks(who.account.owned.join("\n"), /^1 year/)) &&
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

/**
 * True for the first two long lists of a world. The rate limit makes every check of such a list take seconds of real
 * time.
 */
function mayOrderLongList({ watch }: RunContext): boolean {
	watch.longLists += 1;
	return watch.longLists <= 2;
}

/** Like `confirm`, but always confirms the second question, which a long list triggers by its price. */
async function confirmBoth(who: Member): Promise<void> {
	if (await who.taps(confirming, new RegExp(`${confirmingTwice.source}|✅|❌|⏳|❔`))) await who.taps(confirmingTwice);
}

/** Runs `act` while a person confirms, or while the result of their order is still unknown. */
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

/** Lets another buyer register the name while a person orders it. The buyer uses the same account or another one. */
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
 * Sets the expiry of a domain to one day ago or to almost 30 days ago. A domain can be renewed for 30 days after its
 * expiry, so this period may end within a few minutes.
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

/** Crashes the database while a person places an order. */
const crashDatabase: Action = async (context, who) => {
	// Each crash costs a second of real time, so a world has at most two.
	if (context.watch.databaseCrashes.length > 1) return;
	const act = who.random.pick([buyOne, renewOne, changeDns, bindEdge]);
	const crash = async (): Promise<void> => {
		await sleep(who.random.whole(0, 700));
		context.trace.note("the database crashes");
		context.watch.databaseCrashes.push(context.backend.now());
		await context.backend.crashDatabase();
		context.trace.note("the database has recovered");
		// Jobs whose sessions ended run again now, instead of 10 s later when their heartbeat expires.
		await context.backend.deleteActiveJobs();
		context.holding.forgetJobs();
	};
	await Promise.all([act(context, who), crash()]);
};

/** Extra actions of a situation, in addition to the usual ones. Half of the steps in such a world use them. */
export const specialActions: Partial<Record<SituationName, readonly Action[]>> = {
	"long-lists": [renewAll, buyLongList],
	"other-programs": [renewConcurrently, renewConcurrently, buyConcurrently, expire],
	"database-restart": [crashDatabase],
};
