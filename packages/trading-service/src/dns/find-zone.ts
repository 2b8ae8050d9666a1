import { isWithin } from "@domains/contract/records/name.ts";
import type { Db } from "@domains/kit/postgres/connect.ts";
import { and, inArray, ne, sql } from "drizzle-orm";
import type { Registrar } from "../registrar/port.ts";
import { domains } from "../schema/trade.ts";
import { alive } from "../store/domains.ts";
import type { ServedZone } from "./zone.ts";

interface Own extends Pick<Registrar, "nameservers"> {
	nameserverDomain: string;
}

/**
 * Serves the domain of the registrar's own nameservers, domains with the service's nameservers (`managed`), and domains with an edge profile.
 * `address` is the IP address of this server.
 */
export function createZoneFinder(db: Db, own: Own, address: string): (name: string) => Promise<ServedZone | undefined> {
	return async (name) => {
		if (isWithin(name, own.nameserverDomain)) return ownZoneAt(own, address);
		const labels = name.split(".");
		const endings = labels.map((_label, index) => labels.slice(index).join("."));
		const [zone] = await db
			.select({
				domain: domains.name,
				records: domains.records,
				nameservers: domains.nameservers,
				// The database has no version number per zone, so the current time in seconds is the serial.
				serial: sql<number>`extract(epoch from clock())::int`,
			})
			.from(domains)
			.where(and(inArray(domains.name, endings), ne(domains.mode, "external"), alive))
			.orderBy(sql`length(${domains.name}) desc`)
			.limit(1);
		return zone;
	};
}

function ownZoneAt({ nameservers, nameserverDomain }: Own, address: string): ServedZone {
	const type = address.includes(":") ? ("AAAA" as const) : ("A" as const);
	const records = nameservers.map((name) => ({
		type,
		hostname: name.slice(0, -nameserverDomain.length - 1),
		value: address,
		ttl: 3600,
	}));
	return { domain: nameserverDomain, records, nameservers, serial: 1 };
}
