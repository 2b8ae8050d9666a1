import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Outcome } from "./run.ts";
import type { World } from "./schedule.ts";

interface PlayOptions {
	/** Each in a separate process. */
	worlds: number;
	plant?: string | undefined;
	/** Undefined ends the process that asked. */
	next(): World | undefined;
	ended(world: World, outcome: Outcome): void;
}

/** A process grows with each world, up to about a gigabyte. */
const worldsOfProcess = 50;

const children = new Set<ChildProcess>();
let stoppedBy: NodeJS.Signals | undefined;

/**
 * A process that has finished a world gets the next one. If it ends in the middle of a world, that world counts as
 * broken. Throws if a process fails after its last world.
 */
export async function playAll({ worlds, plant, next, ended }: PlayOptions): Promise<void> {
	const work = async (): Promise<void> => {
		let world = next();
		while (world) {
			const child = startPlayer(plant);
			const exited = once(child, "exit");
			for (let left = worldsOfProcess; world && left > 0 && child.connected; left -= 1) {
				const outcome = await playIn(child, world);
				if (stoppedBy) throw new Error(`stopped by ${stoppedBy}`);
				ended(world, outcome);
				world = next();
			}
			// It has been reported with its world.
			if (!child.connected) continue;
			child.disconnect();
			const [code, signal] = await exited;
			if (code !== 0) throw new Error(`a process ended with ${code ?? signal} after its last world`);
		}
	};
	await Promise.all(Array.from({ length: worlds }, work));
}

/** Stops playing when this process gets a signal. The others remove their scratch directories and end. */
export function forwardSignals(): void {
	for (const name of ["SIGINT", "SIGTERM"] as const) {
		process.once(name, () => {
			stoppedBy = name;
			for (const child of children) child.kill(name);
		});
	}
}

function startPlayer(plant: string | undefined): ChildProcess {
	const args = plant === undefined ? [] : [plant];
	// With `advanced`, a message may contain a `Map`.
	const child = fork(join(import.meta.dirname, "player-process.ts"), args, { serialization: "advanced" });
	children.add(child);
	child.once("exit", () => children.delete(child));
	return child;
}

async function playIn(child: ChildProcess, world: World): Promise<Outcome> {
	const { promise, resolve } = Promise.withResolvers<Outcome>();
	const began = performance.now();
	const fail = (): void => {
		const broken = [`its process ended with ${child.exitCode ?? child.signalCode}`];
		resolve({ broken, trace: [], counts: new Map(), milliseconds: performance.now() - began });
	};
	// The cast is safe: `player-process.ts` sends nothing else.
	const receive = (message: unknown): void => resolve(message as Outcome);
	child.once("message", receive).once("exit", fail);
	child.send(world);
	return await promise.finally(() => child.off("message", receive).off("exit", fail));
}
