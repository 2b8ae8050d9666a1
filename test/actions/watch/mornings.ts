import type { SmallAccount } from "../../support/small-service.ts";
import type { ActionsFixture } from "../fixture.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * What a test of expiry reminders does with the clock of `fixture`, which may start after this call. A day begins at
 * 08:00 with a new customer, and reminders are sent each morning.
 */
export function createMornings(fixture: () => ActionsFixture) {
	let next = 1;

	async function clock(): Promise<number> {
		const [row] = await fixture().database.sql<{ at: Date }[]>`select clock() as at`;
		return row?.at.getTime() ?? 0;
	}

	/** Advances the clock to 08:00 and creates a person with one account. The person's time zone is UTC. */
	async function customer() {
		await advanceTo(8 * hourMs);
		const { personId, account } = await fixture().customer(next++);
		const accountId = (await fixture().actions.connection.current({ personId }))?.account?.id ?? 0;
		const take = async (domain: string, days: number) =>
			fixture().service.take(domain, account, { expires: (await clock()) + days * dayMs });
		return { personId, account, accountId, take };
	}

	/** Creates another person with the same account. */
	const partner = (account: SmallAccount) => fixture().customer(next++, account);

	/** Advances the clock to the next occurrence of this time of day (UTC). */
	async function advanceTo(timeMs: number): Promise<void> {
		const time = (await clock()) % dayMs;
		await fixture().database.advance((timeMs - time + dayMs) % dayMs);
	}

	/**
	 * Advances the clock by this many days. Each morning, runs the due watches (checks that the bot repeats) and sends the
	 * reminders.
	 */
	async function mornings(days: number): Promise<void> {
		for (let day = 0; day < days; day += 1) {
			await advanceTo(8.5 * hourMs);
			await morning();
		}
	}

	async function morning(): Promise<void> {
		await advanceTo(9.5 * hourMs);
		await fixture().look();
		await send();
	}

	/**
	 * Handles every due reminder as the bot does. Marks a reminder as dropped if it has nothing to report, and otherwise as
	 * sent.
	 */
	async function send(): Promise<void> {
		const rows = await fixture().database.sql`
			select id, person_id::int as "personId", subject_id::int as "reminderId" from bot.outbox
			where subject_kind = 'reminder' and state = 'waiting' and wake_at <= clock()`;
		for (const { id, personId, reminderId } of rows) {
			const found = await fixture().actions.renewal.reminder({ personId, reminderId });
			await fixture().database.sql`
				update bot.outbox set state = ${found ? "sent" : "dropped"}, settled_at = clock() where id = ${id}`;
		}
	}

	/**
	 * Returns the reminders that a person got, oldest first. For example, `shop.com 30` is the reminder 30 days before the
	 * expiry.
	 */
	async function reported(personId: number): Promise<string[]> {
		const rows = await fixture().database.sql`
			select n.domain, n.days from bot.reminder_names n join bot.reminders r on r.id = n.reminder_id
			join bot.outbox o on o.subject_id = r.id and o.subject_kind = 'reminder' and o.state = 'sent'
			where n.person_id = ${personId} order by r.day, n.domain`;
		return rows.map(({ domain, days }) => `${domain} ${days ?? "later"}`);
	}

	return { clock, customer, partner, advanceTo, mornings, morning, send, reported };
}
