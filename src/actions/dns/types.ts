import type { AnyRecord, ZoneDiff } from "@domains/contract/records/types.ts";
import type { Contested, Risk } from "@domains/dns/diff.ts";
import type { Doubt, DoubtfulLine, LeftOut, RefusedLine } from "@domains/dns/zone-file/parsed-zone.ts";
import type { DnsRecordFacts } from "../../client/read/dns.ts";
import type { Trouble } from "../trouble.ts";

/** A record as the service stores it, but only with the fields that the bot interprets. */
export type ZoneRecord = Omit<DnsRecordFacts, "raw">;

export interface NotYours {
	kind: "not_yours";
	domain: string;
}

export type ZoneResult =
	| {
			kind: "zone";
			domain: string;
			/** The DNS mode in the service's words; null if not reported. The bot knows `managed`, `external` and `edge`. */
			mode: string | null;
			records: readonly ZoneRecord[];
			nameservers: readonly string[];
			blocked: Block | null;
			/** If the registrar does not answer, the time of the copy. */
			asOf?: Date | undefined;
			/** The unconfirmed changes that `records` includes. Absent if there is no draft. */
			draft?: { id: number; change: DnsChange };
	  }
	| NotYours
	| Trouble;

export type NotRead =
	/** No line of the file is a record. */
	| { kind: "no_records"; refused: readonly RefusedLine[] }
	| { kind: "too_many"; most: number }
	/** The file exceeds one of these limits. The bot did not parse it, and does not know the number of records. */
	| { kind: "too_long"; mostMegabytes: number; mostLines: number }
	/** Reading the file would take too much time or memory. */
	| { kind: "too_slow" }
	/** The file contains `$INCLUDE` or `$GENERATE`, so some of its records are unknown. */
	| { kind: "incomplete"; directive: string }
	/**
	 * The file was written for another domain, `origin`. A second call with `anyway` moves its hostnames and its relative
	 * names, such as `@`, to the requested domain. A fully qualified name in a value stays as it is, even if it is below
	 * `origin`.
	 */
	| { kind: "other_domain"; origin: string };

/**
 * What a file contains. Two parts are not imported: `refused`, the lines that could not be read, and `nameservers`, the
 * domain's nameservers according to the file.
 */
export type ZoneFileResult =
	| {
			kind: "read";
			records: number;
			refused: readonly RefusedLine[];
			nameservers: readonly string[];
			doubtful: readonly DoubtfulLine[];
			/** The number of records without a TTL. */
			withoutTtl: number;
			/** The names of columns or JSON keys that are filled in, but that the bot does not read. */
			unused: readonly string[];
			/**
			 * True if an import that replaces the zone removes all of its current records. If false, some current records may
			 * stay: a zone file replaces only the record types that it contains or that the bot has rules for, and an
			 * external service may also store records of other types.
			 */
			isComplete: boolean;
			/**
			 * Set if the file was written for another domain (`origin`): the imported records that still point to that
			 * domain.
			 */
			left?: { origin: string; records: readonly Pick<ZoneRecord, "type" | "hostname" | "value">[] };
	  }
	| NotRead;

export interface DnsChange {
	kind: "dns";
	diff: ZoneDiff<ZoneRecord>;
	/** The names of record fields that the bot does not know and whose values this change would lose. */
	lostFields: readonly string[];
	/** The difference between the records that were sent and those that the service stored. Absent if there is none. */
	stored?: ZoneDiff<ZoneRecord>;
	/**
	 * The records that other people or programs changed since the person saw them, and that this change overrides. Each
	 * has the record as the person saw it (`was`) and as it is now (`now`).
	 */
	contested?: readonly Contested<ZoneRecord>[];
	/** The names of record fields that the bot does not know. This restore leaves their values as they are now. */
	unrestored?: readonly string[];
	/** The imported or typed records whose TTL was changed, because the service would not accept it. */
	fitted?: readonly { before: ZoneRecord; after: ZoneRecord }[];
	/** The records of a file that are not imported, because they would break a rule of DNS together with others. */
	leftOut?: readonly LeftOut<ZoneRecord>[];
	/** What the bot assumed about records that the person typed, which may not mean what they want. */
	assumed?: readonly { record: ZoneRecord; doubt: Doubt }[];
	/**
	 * The changes of the previous plan that this plan no longer contains, because other people or programs have made
	 * them.
	 */
	dropped?: ZoneDiff<ZoneRecord>;
	/**
	 * The number of DNS lookups that the SPF record causes after the change. Set only if it exceeds both the limit of SPF
	 * and the number before the change.
	 */
	spfLookups?: number;
	/** The risks of the change. If there are any, the person must confirm the change a second time. */
	risks: readonly Risk[];
}

/**
 * One edit of a record. For `remove` and `change`, `record` is the record as the screen showed it. `isLine`: true if the
 * person typed the record to add as one line, like a line of a list.
 */
export type RecordEdit =
	| { edit: "add"; record: AnyRecord; isLine?: boolean }
	| { edit: "remove"; record: AnyRecord }
	| { edit: "change"; record: AnyRecord; to: AnyRecord };

/** A draft, and what it changes in the zone for which it was made. A superseded draft cannot be discarded. */
export interface Draft {
	id: number;
	diff: Omit<DnsChange["diff"], "kept">;
	canDiscard: boolean;
}

/**
 * A block of a domain by the registrar. During a block, the domain's DNS, nameservers and edge profile cannot be
 * changed. `since`: the start of the block; null if no event reported it.
 */
export interface Block {
	since: Date | null;
	/** True if the bot will notify the person when the block ends. */
	reportsEnd?: boolean;
}

/** A change of a domain's zone that was made outside this bot. */
export interface ChangedElsewhere {
	domain: string;
	/** The service's number for the account. */
	userId: number;
	answeredAt: Date;
	diff: DnsChange["diff"];
	/** The nameservers before and now; null if they are the same. */
	nameservers: { before: readonly string[]; after: readonly string[] } | null;
}
