import { createJobs } from "../../src/jobs/index.ts";
import { createLog } from "../../src/log.ts";
import { connect } from "../../src/postgres/connect.ts";

// A separate process that takes a job and never finishes it. The test kills this process.

const url = process.argv[2] ?? "";
const jobs = await createJobs({ url, log: createLog("silent") });
jobs.work({
	db: connect(url, { max: 1 }).db,
	queues: {
		"bot.operation": {
			handle: (id) => {
				process.stdout.write(id);
				return new Promise(() => {});
			},
		},
	},
});
process.stdout.write("working ");
