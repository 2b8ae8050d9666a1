import type { Db, Sql } from "@domains/kit/postgres/connect.ts";
import { expect, onTestFinished } from "vitest";

function lostConnection(): Error {
	return Object.assign(new Error("write CONNECTION_CLOSED"), { code: "CONNECTION_CLOSED" });
}

/**
 * After `lose`, the next statement that contains `part` is executed, but its answer is lost, as if the connection
 * broke. The test fails if there is no such statement.
 */
export function createLossySql(sql: Sql): { sql: Sql; lose(part: string): void } {
	let wanted: string | undefined;
	const lossy = new Proxy(sql, {
		apply(target, self, args) {
			const [strings] = args;
			const statement = Reflect.apply(target, self, args);
			if (wanted === undefined || !Array.isArray(strings) || !strings.join("").includes(wanted)) return statement;
			wanted = undefined;
			return statement.then(() => Promise.reject(lostConnection()));
		},
	});
	return {
		sql: lossy,
		lose(part) {
			wanted = part;
			onTestFinished(() => expect(wanted, "a statement whose answer is lost").toBeUndefined());
		},
	};
}

/**
 * After `lose`, the next transaction is committed, but the answer to its commit is lost. The test fails if there is no
 * such transaction.
 */
export function createLossyDb(db: Db): { db: Db; lose(): void } {
	let loses = false;
	const transaction: Db["transaction"] = async (work, config) => {
		const result = await db.transaction(work, config);
		if (!loses) return result;
		loses = false;
		throw lostConnection();
	};
	return {
		db: Object.assign(Object.create(db), { transaction }),
		lose() {
			loses = true;
			onTestFinished(() => expect(loses, "a commit whose answer is lost").toBe(false));
		},
	};
}
