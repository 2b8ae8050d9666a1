import { expect, it } from "vitest";
import { createActionsFixture } from "../actions/fixture.ts";
import { createMornings } from "../actions/watch/mornings.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

it("reports every number of days once over 200 days with restarts, outages and renewals", {
	timeout: 240_000,
}, async () => {
	await using fixture = await createActionsFixture();
	const { clock, customer, send, reported } = createMornings(() => fixture);
	const { personId, take } = await customer();
	let seed = 17;
	const random = (below: number) => {
		seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
		return seed % below;
	};
	const expected: string[] = [];
	const names = new Map<string, Awaited<ReturnType<typeof take>>>();
	for (let index = 0; index < 20; index += 1) {
		const domain = `year-${index}.com`;
		names.set(domain, await take(domain, 1 + random(260)));
	}
	const [began] = [await clock()];
	const renewedOn = new Map<string, number>();
	while ((await clock()) < began + 200 * dayMs) {
		// In some steps of this loop, the service does not answer. In others, a process dies right after it has reserved
		// (leased) the due watches.
		const trouble = random(6);
		if (trouble === 0)
			fixture.service.fail(/./, ...Array.from({ length: 1 + random(4) }, () => ({ kind: "reset" }) as const));
		if (trouble === 1)
			await fixture.database.sql`
				update bot.watches set lease_until = clock() + interval '90 s', looks = looks + 1 where wake_at <= clock()`;
		if (trouble === 2 && random(2) === 0) {
			const domain = `year-${random(20)}.com`;
			const name = names.get(domain);
			if (name && name.expires > (await clock())) {
				name.expires += 365 * dayMs;
				renewedOn.set(domain, await clock());
			}
		}
		await fixture.look();
		await send();
		fixture.service.heal();
		await fixture.database.advance((1 + random(8)) * hourMs);
	}
	const found = await reported(personId);
	expect(new Set(found).size, "each number of days once").toBe(found.length);
	const [end] = [await clock()];
	for (const [domain, { expires }] of names) {
		const renewed = renewedOn.get(domain);
		const expiry = renewed === undefined ? expires : expires - 365 * dayMs;
		const days = [60, 30, 7, 1].filter((each) => {
			const due = expiry - each * dayMs;
			// Reminders are sent only in the morning. A reminder that becomes due shortly before the renewal, or shortly
			// before the test ends, may not be sent any more. So the test does not expect it.
			return due > began && due < Math.min(end, renewed ?? end) - 2 * dayMs;
		});
		expected.push(...days.map((each) => `${domain} ${each}`));
	}
	expect(found).toEqual(expect.arrayContaining(expected));
	const sent = await fixture.database.sql`
		select n.domain, o.settled_at as at from bot.reminder_names n
		join bot.outbox o on o.subject_id = n.reminder_id and o.subject_kind = 'reminder' and o.state = 'sent'
		where n.person_id = ${personId}`;
	for (const { domain, at } of sent)
		expect(at.getTime()).toBeLessThan(renewedOn.get(domain) ?? Number.POSITIVE_INFINITY);
	const days = await fixture.database.sql`
		select date_trunc('day', settled_at) as day, count(*)::int as count from bot.outbox
		where person_id = ${personId} and subject_kind = 'reminder' and state = 'sent' group by 1 having count(*) > 1`;
	expect(days).toHaveLength(0);
});
