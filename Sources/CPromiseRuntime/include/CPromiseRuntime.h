// What Swift cannot express, or not cheaply: one header per topic. Below both PromiseTrace and PromiseCore, and knows neither promises
// nor files.
#pragma once
#include "CallSites.h"
#include "CallStacks.h"
#include "Clock.h"
#include "DebugInfo.h"
#include "DispatchHooks.h"
#include "Fork.h"
#include "Locks.h"
#include "RecordingRequest.h"
#include "Signals.h"
#include "SwiftRuntime.h"
#include "TaskStacks.h"
#include "ThreadState.h"
#include "WorkCounts.h"
