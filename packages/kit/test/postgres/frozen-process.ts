import { createLog } from "../../src/log.ts";
import { connect } from "../../src/postgres/connect.ts";
import { holdLeadership } from "../../src/postgres/leadership.ts";

// A separate process that holds either a row lock or the leadership. Only the leader may do certain work, such as
// polling. The test freezes this process with a signal.

const [what, url = ""] = process.argv.slice(2);
if (what === "lead") {
	holdLeadership({ url, name: "poll", log: createLog("silent"), silenceMs: 4_000 }, async (signal) => {
		process.stdout.write("leads ");
		await new Promise((resolve) => signal.addEventListener("abort", resolve));
		process.stdout.write("ends ");
	});
} else {
	const { sql } = connect(url, { max: 1, limits: { idle_in_transaction_session_timeout: 1_000 } });
	await sql.begin(async (tx) => {
		await tx`update held set id = 1`;
		process.stdout.write("holds ");
		await new Promise(() => {});
	});
}
