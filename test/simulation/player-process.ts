import { inspect } from "node:util";
import { edit, skippedWaits, slowBackgroundWork, smallRequests } from "./planting.ts";
import { plants } from "./plants.ts";
import type { World } from "./schedule.ts";

// Plays the worlds that its parent sends. Its argument is the name of a plant.
const planted = plants[process.argv[2] ?? ""];
// They must be registered before any file of the bot is loaded.
const unused = edit([...slowBackgroundWork, ...skippedWaits, smallRequests, ...(planted?.sources ?? [])]);
const { openStage } = await import("./stage.ts");
for (const { file } of unused()) throw new Error(`${file} is edited but never loaded`);

const stage = await openStage(planted);

async function leave(status: number): Promise<void> {
	try {
		await stage[Symbol.asyncDispose]();
		process.exit(status);
	} catch (error) {
		process.stderr.write(`${inspect(error)}\n`);
		process.exit(1);
	}
}

// The parent disconnects when it has no more worlds, and when it ends.
process.once("disconnect", () => leave(0));
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => leave(130));
process.on("message", async (world: World) => {
	try {
		process.send?.(await stage.play(world));
	} catch (error) {
		process.stderr.write(`${inspect(error)}\n`);
		await leave(1);
	}
});
