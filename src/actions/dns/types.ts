import type { DnsRecordFacts } from "../../client/read/dns.ts";
import type { AnyRecord } from "../../rules/dns/any-record.ts";
import type { ZoneDiff } from "../../rules/dns/diff.ts";
import type { Risk } from "../../rules/dns/risk.ts";
import type { Block } from "../domain/types.ts";
import type { Trouble } from "../trouble.ts";

/** A record as the service stores it. */
export type ZoneRecord = Omit<DnsRecordFacts, "raw">;

export interface NotYours {
	kind: "not_yours";
	domain: string;
}

export interface Outdated {
	kind: "outdated";
	domain: string;
}

export type ZoneResult =
	| {
			kind: "zone";
			domain: string;
			/** The service's own name of the DNS mode; `managed`, `external` and `edge` are known. */
			mode: string | null;
			records: readonly ZoneRecord[];
			nameservers: readonly string[];
			blocked: Block | null;
	  }
	| NotYours
	| Trouble;

export interface DnsChange {
	kind: "dns";
	diff: ZoneDiff<ZoneRecord>;
	/** Names of record fields at the service that the change cannot preserve. */
	lost: readonly string[];
	/** Risks for which the change needs a second confirmation (`sure`). */
	risks: readonly Risk[];
}

/** `remove` and `change` contain the record as the screen showed it. */
export type RecordEdit =
	| { edit: "add"; record: AnyRecord }
	| { edit: "remove"; record: AnyRecord }
	| { edit: "change"; record: AnyRecord; to: AnyRecord };

export interface RestorePoint {
	/** The operation that changed the zone. The restore point is the state before that. */
	operationId: number;
	reference: string;
	at: Date;
	records: number;
}
