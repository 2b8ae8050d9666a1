import { setTimeout as sleep } from "node:timers/promises";
import { readAddress } from "@domains/kit/postgres/address.ts";
import { connect, type Db } from "@domains/kit/postgres/connect.ts";
import { inTime } from "@domains/kit/postgres/migrate.ts";
import { type Progress, readPosition, readProgress, standbyOptions } from "@domains/kit/postgres/standby.ts";
import { type Finding, failure, ok, reasonOf, warning } from "./finding.ts";

const part = "standby";
const answerSeconds = 10;
/** Checks if the standby has caught up; three seconds together. */
const looks = { most: 12, pauseMs: 250 };

/** `DATABASE_READ_URL` must lead to a standby of the database that keeps up. */
export async function lookAtStandby(primary: Db, url: string): Promise<Finding> {
	const { label } = readAddress(url);
	try {
		await using standby = connect(url, { ...standbyOptions, max: 1, name: "doctor", graceSeconds: 0 });
		return findingOf(label, await inTime(untilCurrent(primary, standby.db), answerSeconds, "no answer within"));
	} catch (error) {
		return failure(part, `${label} cannot be used (${reasonOf(error)}): check DATABASE_READ_URL`);
	}
}

async function untilCurrent(primary: Db, standby: Db): Promise<Progress> {
	const position = await readPosition(primary);
	for (let look = 1; ; look += 1) {
		const progress = await readProgress(standby, position);
		if (progress.kind !== "standby" || progress.missing === 0 || look === looks.most) return progress;
		await sleep(looks.pauseMs);
	}
}

function findingOf(label: string, progress: Progress): Finding {
	switch (progress.kind) {
		case "primary":
			return failure(part, `${label} is not a standby: set DATABASE_READ_URL to a standby, or remove it`);
		case "other_database":
			return failure(
				part,
				`${label} is a standby of another database: set DATABASE_READ_URL to a standby of DATABASE_URL`,
			);
		case "standby": {
			if (progress.missing === 0) return ok(part, `${label} keeps up with the primary server`);
			const says = `${label} is ${progress.missing} bytes behind after three seconds, so the bot reads the primary server`;
			return warning(part, `${says}: check the standby's log`);
		}
	}
}
