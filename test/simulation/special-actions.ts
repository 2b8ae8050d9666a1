import { setTimeout as sleep } from "node:timers/promises";
import { bindEdge, buyOne, changeDns, confirm, confirming, type Deed, renewOne } from "./actions.ts";
import type { Member } from "./cast.ts";
import { callElsewhere } from "./other-program.ts";
import { type Play, pass } from "./play.ts";
import { longLength, type SituationName } from "./situations.ts";

/** A list of more names than a worker looks at in one round, or than one request asks for. */
const renewAll: Deed = async (play, who) => {
	if (!mayOrderLongList(play)) return;
	const quoted =
		(await who.asks("/domains", /Renew several/)) &&
		(await who.taps(/Renew several/, /Which domains/)) &&
		(await who.asks(who.account.owned.join("\n"), /^1 year/)) &&
		(await who.taps(/^1 year/, confirming));
	if (quoted) await confirmSurely(who);
};

const buyLongList: Deed = async (play, who) => {
	if (!mayOrderLongList(play)) return;
	const base = `long-${play.seed}-${who.random.whole(1, 9_999)}`;
	const list = Array.from({ length: longLength(who.random) }, (_, index) => `${base}-${index}.com`);
	const quoted =
		(await who.asks(list.join("\n"), /Register \d+ names/)) && (await who.taps(/Register \d+ names/, confirming));
	if (quoted) await confirmSurely(who);
};

/** Two in a world: the pace makes each look at one take seconds of real time. */
function mayOrderLongList({ watch }: Play): boolean {
	watch.longLists += 1;
	return watch.longLists <= 2;
}

/** Like `confirm`, by somebody who does not hesitate: a long list is dear. */
async function confirmSurely(who: Member): Promise<void> {
	if (await who.taps(confirming, /Yes, really|Confirmed|✅|❌|⏳|❔/)) await who.taps(/Yes, really/);
}

/** At about the moment at which somebody agrees, or while nobody knows yet what became of that. */
async function beside(play: Play, who: Member, act: () => Promise<void>): Promise<void> {
	if (who.random.chance(0.6)) {
		await Promise.all([confirm(play, who), sleep(who.random.whole(0, 400)).then(act)]);
		return;
	}
	await confirm(play, who);
	await act();
	await pass(play, 3_000);
}

const renewBeside: Deed = async (play, who) => {
	const domain = who.random.pick(who.account.owned);
	if (!(await who.asks(`/renew ${domain} ${who.random.pick([1, 2])}`, confirming))) return;
	const years = who.random.pick([1, 1, 2]);
	await beside(play, who, () => callElsewhere(play, who.account, "POST", `/domains/${domain}/renew`, { years }));
};

/** By the same account, or by another one. */
const buyBeside: Deed = async (play, who) => {
	const domain = `beside-${play.seed}-${who.random.whole(1, 9_999)}.com`;
	const quoted =
		(await who.asks(domain, /is free/)) &&
		(await who.taps(/^\W*Register$/, /^1 year/)) &&
		(await who.taps(/^1 year/, /Go on/)) &&
		(await who.taps(/Go on/, confirming));
	if (!quoted) return;
	const buyer = who.random.pick(play.cast);
	const reference = who.random.chance(0.5) ? { external_ref: "somebody-else" } : {};
	await beside(play, who, () => callElsewhere(play, buyer, "POST", "/domains/register", { domain, ...reference }));
};

/** A name runs out: it can be renewed for 30 more days, which may end in a few minutes. */
const expire: Deed = async ({ stage, trace }, { account, random }) => {
	const domain = random.pick(account.owned);
	const daysAgo = random.pick([1, 29.995]);
	trace.note(`${domain} has expired ${daysAgo} days ago`);
	const { sql } = stage.database;
	const expiresAt = sql`clock() - ${daysAgo} * interval '1 day'`;
	await sql.begin(async (tx) => {
		await tx`update service.domains set expires_at = ${expiresAt} where name = ${domain}`;
		await tx`update service.sandbox_names set expires_at = ${expiresAt} where name = ${domain}`;
	});
};

/** The database crashes while somebody, who needs nothing else of it, agrees to something. */
const crashDatabase: Deed = async (play, who) => {
	// Each crash costs a second of real time.
	if (play.watch.databaseCrashes.length > 1) return;
	const act = who.random.pick([buyOne, renewOne, changeDns, bindEdge]);
	const crash = async (): Promise<void> => {
		await sleep(who.random.whole(0, 700));
		play.trace.note("the database crashes");
		play.watch.databaseCrashes.push(play.stage.now());
		await play.stage.crashDatabase();
		play.trace.note("the database has recovered");
		// What was being done when the sessions ended is done again, as it would be ten seconds later.
		await play.stage.forgetActiveBells();
		play.holding.forgetBells();
	};
	await Promise.all([act(play, who), crash()]);
};

/** Beside what happens in every world; which of them is done is drawn as often as everything else together. */
export const specialDeeds: Partial<Record<SituationName, readonly Deed[]>> = {
	"long-lists": [renewAll, buyLongList],
	"other-programs": [renewBeside, renewBeside, buyBeside, expire],
	"database-restart": [crashDatabase],
};
