import type { Db } from "@domains/kit/postgres/connect.ts";
import { eq } from "drizzle-orm";
import { services } from "./schema/people.ts";

type DnsForm = NonNullable<(typeof services.$inferSelect)["dnsForm"]>;

/**
 * Returns which field names a service accepts in DNS records: `formal` means `hostname` and `value`, and `sample` means
 * `name` and `content`. Returns null if the bot does not know yet.
 */
export async function dnsFormOf(db: Db, url: string): Promise<DnsForm | null> {
	const [row] = await db.select().from(services).where(eq(services.url, url));
	return row?.dnsForm ?? null;
}

export async function keepDnsForm(db: Db, url: string, dnsForm: DnsForm): Promise<void> {
	await db.insert(services).values({ url, dnsForm }).onConflictDoUpdate({ target: services.url, set: { dnsForm } });
}
