import { eq } from "drizzle-orm";
import type { Db } from "../postgres/connect.ts";
import { services } from "./schema/people.ts";

type DnsForm = NonNullable<(typeof services.$inferSelect)["dnsForm"]>;

/**
 * Returns which keys of DNS records a service accepts: `formal` (`hostname`/`value`) or `sample` (`name`/`content`).
 * Null if the bot does not know yet.
 */
export async function dnsFormOf(db: Db, url: string): Promise<DnsForm | null> {
	const [row] = await db.select().from(services).where(eq(services.url, url));
	return row?.dnsForm ?? null;
}

export async function keepDnsForm(db: Db, url: string, dnsForm: DnsForm): Promise<void> {
	await db.insert(services).values({ url, dnsForm }).onConflictDoUpdate({ target: services.url, set: { dnsForm } });
}
