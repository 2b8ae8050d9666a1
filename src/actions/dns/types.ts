import type { AnyRecord } from "../../rules/dns/any-record.ts";
import type { ZoneDiff } from "../../rules/dns/diff.ts";
import type { RecordProblem } from "../../rules/dns/record.ts";
import type { Risk } from "../../rules/dns/risk.ts";
import type { SetProblem } from "../../rules/dns/validate.ts";
import type { RefusedLine } from "../../rules/dns/zone-file/parse.ts";
import type { Actor } from "../actor.ts";
import type { Block } from "../domain/types.ts";
import type { Busy, Operation } from "../operation/types.ts";
import type { Trouble } from "../trouble.ts";

/** A record as the service keeps it; what it did not say is null. */
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
			/** In the service's own words: `managed`, `external` and `edge` are known. */
			mode: string | null;
			records: readonly ZoneRecord[];
			nameservers: readonly string[];
			blocked: Block | null;
	  }
	| NotYours
	| Trouble;

/** The plan is the very change that will run; it stands in `operation.change`, to be confirmed or left. */
export type PlanResult =
	| { kind: "planned"; operation: Operation }
	/** It is so already. */
	| { kind: "nothing"; domain: string }
	/** The record to be changed or deleted is no longer there as it stood on the screen. */
	| { kind: "record_gone"; domain: string }
	/** The last record cannot be deleted, only replaced. */
	| { kind: "empty"; domain: string }
	| { kind: "invalid_records"; refusals: readonly { record: ZoneRecord; problem: RecordProblem | SetProblem }[] }
	| NotYours
	/** The service changes nothing of a blocked domain. */
	| ({ kind: "blocked"; domain: string } & Block)
	/** The service still shows what was there before our last change: a plan made of that would take the change back. */
	| Outdated
	/** An open operation already holds this domain. */
	| Busy
	| Trouble;

export interface DnsChange {
	kind: "dns";
	diff: ZoneDiff<ZoneRecord>;
	/** Fields of the service that the change cannot keep. */
	lost: readonly string[];
	/** Reasons to ask twice; confirming wants `sure` then. */
	risks: readonly Risk[];
}

/** `remove` and `change` name the record as it stood on the screen. */
export type RecordEdit =
	| { edit: "add"; record: AnyRecord }
	| { edit: "remove"; record: AnyRecord }
	| { edit: "change"; record: AnyRecord; to: AnyRecord };

export type ImportResult =
	/** `refused` and `nameservers` of the file stay out of the plan, whatever comes of it. */
	| { kind: "read"; plan: PlanResult; records: number; refused: readonly RefusedLine[]; nameservers: readonly string[] }
	/** Not one line of it is a record. */
	| { kind: "no_records"; refused: readonly RefusedLine[] }
	/** The file was written for another domain; with `anyway` it is taken. */
	| { kind: "other_domain"; origin: string };

export interface RestorePoint {
	/** The operation that changed the zone; this is the state before it. */
	operationId: number;
	reference: string;
	at: Date;
	records: number;
}

export interface DnsActions {
	read(input: Actor & { domain: string }): Promise<ZoneResult>;
	/** Reads the zone right now and plans these edits of it. */
	plan(input: Actor & { domain: string; edits: readonly RecordEdit[] }): Promise<PlanResult>;
	/** A BIND zone file; `how` as in `rules/dns/merge`. */
	importFile(
		input: Actor & { domain: string; text: string; how: "replace" | "add" | "overwrite"; anyway?: boolean },
	): Promise<ImportResult>;
	/** `account`: what only the person knows, where the preset asks for it. */
	applyPreset(
		input: Actor & { domain: string; preset: string; account?: string },
	): Promise<PlanResult | { kind: "no_preset" } | { kind: "account_wanted" }>;
	exportFile(
		input: Actor & { domain: string },
	): Promise<{ kind: "file"; name: string; text: string } | NotYours | Trouble>;
	/** States that the zone had before changes of ours, newest first. */
	restorePoints(input: Actor & { domain: string }): Promise<readonly RestorePoint[]>;
	/** Plans the whole zone as it was before that operation. */
	restore(input: Actor & { operationId: number }): Promise<PlanResult | { kind: "not_found" }>;
}
