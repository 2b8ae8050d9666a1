import type { AnyRecord } from "../../rules/dns/any-record.ts";
import type { ZoneDiff } from "../../rules/dns/diff.ts";
import type { RecordProblem } from "../../rules/dns/record.ts";
import type { Risk } from "../../rules/dns/risk.ts";
import type { SetProblem } from "../../rules/dns/validate.ts";
import type { RefusedLine } from "../../rules/dns/zone-file/parse.ts";
import type { Block } from "../domain/types.ts";
import type { Busy, Operation } from "../operation/types.ts";
import type { Trouble } from "../trouble.ts";

/** A record as the service stores it. Null: the service did not send the field. */
export interface ZoneRecord {
	type: string;
	hostname: string;
	value: string;
	ttl: number | null;
	priority: number | null;
}

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
			/** The service's own term; `managed`, `external` and `edge` are known. */
			mode: string | null;
			records: readonly ZoneRecord[];
			nameservers: readonly string[];
			blocked: Block | null;
	  }
	| NotYours
	| Trouble;

/** The plan is exactly the change that will run. `operation.change` holds it until it is confirmed or dismissed. */
export type PlanResult =
	| { kind: "planned"; operation: Operation }
	/** The zone already has this state. */
	| { kind: "nothing"; domain: string }
	/** The record to change or delete no longer exists as the screen showed it. */
	| { kind: "record_gone"; domain: string }
	/** The last record cannot be deleted, only replaced. */
	| { kind: "empty"; domain: string }
	| { kind: "invalid_records"; refusals: readonly { record: ZoneRecord; problem: RecordProblem | SetProblem }[] }
	| NotYours
	/** The service refuses any change of a blocked domain. */
	| ({ kind: "blocked"; domain: string } & Block)
	/** The service still returns the state before our last change. A plan based on it would revert that change. */
	| Outdated
	/** An open operation already holds this domain. */
	| Busy
	| Trouble;

export interface DnsChange {
	kind: "dns";
	diff: ZoneDiff<ZoneRecord>;
	/** Fields of the service that the change cannot preserve. */
	lost: readonly string[];
	/** Reasons to ask twice. Confirming then needs `sure`. */
	risks: readonly Risk[];
}

/** `remove` and `change` identify the record as the screen showed it. */
export type RecordEdit =
	| { edit: "add"; record: AnyRecord }
	| { edit: "remove"; record: AnyRecord }
	| { edit: "change"; record: AnyRecord; to: AnyRecord };

export type ImportResult =
	/** The plan never includes the file's `refused` lines and `nameservers`. */
	| { kind: "read"; plan: PlanResult; records: number; refused: readonly RefusedLine[]; nameservers: readonly string[] }
	/** No line of the file is a record. */
	| { kind: "no_records"; refused: readonly RefusedLine[] }
	/** The file was written for another domain. `anyway` imports it nonetheless. */
	| { kind: "other_domain"; origin: string };

export interface RestorePoint {
	/** The operation that changed the zone. This point is the state before it. */
	operationId: number;
	reference: string;
	at: Date;
	records: number;
}
