import { parentPort } from "node:worker_threads";
import { type Call, runReader } from "./readers.ts";

parentPort?.on("message", (call: Call) => parentPort?.postMessage(runReader(call)));
