import { killJobs } from "./kill-jobs.ts";
import { numbers } from "./sample.ts";

// Twenty seeds in two files, so that both cores have work.
killJobs(numbers(1, 10));
