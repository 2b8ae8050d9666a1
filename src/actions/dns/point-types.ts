import type { PastChange } from "../../store/zone-points.ts";
import type { Block } from "../domain/types.ts";
import type { Change } from "../operation/types.ts";
import type { Trouble } from "../trouble.ts";
import type { NotYours } from "./types.ts";

/** Identifies a restore point of a domain: a state that a person saved, or the state before an operation changed it. */
export type PointKey = { pointId: number } | { operationId: number };

export interface RestorePoint {
	key: PointKey;
	at: Date;
	/** The person who saved the point or ordered the change. `name`: null if it is unknown. */
	by: { mine: boolean; name: string | null };
	/** The name that a person gave a saved point; null if it has none. */
	name: string | null;
	/** The change that replaced this state, or may have replaced it. Null for a saved point. */
	before: { reference: string; kind: Change["kind"]; outcome: PastChange["outcome"] } | null;
	/** The parts that the point can restore. The other parts stay as they are now. */
	holds: readonly Change["kind"][];
}

/** A part of a restore point other than the DNS records. Not every service reports these parts. */
export type PointPart = "nameservers" | "edge";

export type PointResult =
	/**
	 * `changes`: what would change now if the person restored each part (records, nameservers, edge profile). Parts that
	 * have not changed are left out.
	 */
	| {
			kind: "point";
			domain: string;
			point: RestorePoint;
			changes: readonly Change[];
			/** The saved parts that cannot be compared, because the service does not report their current state. */
			unknown: readonly PointPart[];
			/**
			 * The names of the record fields that differ from the restore point, but that the bot does not know and so does
			 * not restore.
			 */
			unrestored: readonly string[];
			blocked: Block | null;
	  }
	| { kind: "not_found"; domain: string }
	| NotYours
	| Trouble;
