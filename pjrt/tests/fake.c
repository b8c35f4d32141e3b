// A PJRT plugin that computes nothing: what it runs gives its last argument back as every result. PJRT's structures are written a second time
// here, from the interface's text. What it is to do wrong is said where it is compiled.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifndef MAJOR
#define MAJOR 0
#endif
#ifndef DEVICES
#define DEVICES 2
#endif
#ifndef OUTPUTS
#define OUTPUTS 1
#endif
#ifndef KNOWN
#define KNOWN 128
#endif

#define HEAD size_t struct_size; void* extension_start
typedef struct { const char* words; } Error;
typedef struct { void* data; size_t len; } Buffer;
static int devices[8], client, executable, loaded, event;
static long alive;

// How much of the plugin's has not been given back.
long alive_now(void) { return alive; }

static void* made(void* x) { alive++; return x; }
static Error* failed(const char* words) {
    Error* error = made(malloc(sizeof(Error)));
    error->words = words;
    return error;
}
#define EXPECT(what) do { if (!(what)) return failed("the fake plugin was asked wrongly: " #what); } while (0)

typedef struct { HEAD; Error* error; } ErrorDestroy;
static void* error_destroy(ErrorDestroy* a) { alive--; free(a->error); return (void*)1; }
typedef struct { HEAD; Error* error; const char* message; size_t size; } ErrorMessage;
static void* error_message(ErrorMessage* a) { a->message = a->error->words; a->size = strlen(a->message); return (void*)1; }

static int ready;
static void* initialize(void* a) { EXPECT(!ready); ready = 1; return 0; }

typedef struct { HEAD; void* it; } One;
static void* give_back(One* a) { EXPECT(a->struct_size >= sizeof *a && a->it); alive--; return 0; }
static void* event_await(One* a) { EXPECT(a->it == &event); return 0; }

typedef struct { HEAD; const char* name; size_t name_size; int type; union { const char* s; int64_t n; float f; char b; } value; size_t value_size; } Named;
typedef struct { HEAD; Named* options; size_t num; void *get, *get_arg, *put, *put_arg; void* client; void *try_get, *try_arg; } ClientCreate;
static void* client_create(ClientCreate* a) {
    EXPECT(ready && a->struct_size >= sizeof *a && !a->get && !a->put && !a->try_get && !a->extension_start);
    for (size_t i = 0; i < a->num; i++) {
        Named* one = a->options + i;
        EXPECT(one->struct_size == sizeof *one);
        if (one->name_size == 5 && !memcmp(one->name, "words", 5)) EXPECT(one->type == 0 && one->value_size == 3 && !memcmp(one->value.s, "abc", 3));
        else if (one->name_size == 6 && !memcmp(one->name, "number", 6)) EXPECT(one->type == 1 && one->value.n == -7);
        else if (one->name_size == 5 && !memcmp(one->name, "float", 5)) EXPECT(one->type == 3 && one->value.f == 0.5f);
        else if (one->name_size == 3 && !memcmp(one->name, "yes", 3)) EXPECT(one->type == 4 && one->value.b == 1);
        else return failed("no such option");
    }
    a->client = made(&client);
    return 0;
}
// Nothing of it is left when it goes.
static void* client_destroy(One* a) { if (alive != 1) abort(); return give_back(a); }
typedef struct { HEAD; void* of; const char* text; size_t size; } Text;
static void* platform_name(Text* a) { EXPECT(a->of == &client); a->text = "fake"; a->size = 4; return 0; }
static void* device_kind(Text* a) { EXPECT(a->of); a->text = "a device of no kind"; a->size = 8; return 0; }
typedef struct { HEAD; void* client; void** devices; size_t num; } Devices;
static void* list[8];
static void* addressable_devices(Devices* a) {
    for (int i = 0; i < DEVICES; i++) list[i] = devices + i;
    a->devices = list;
    a->num = DEVICES;
    return 0;
}
typedef struct { HEAD; void* of; void* is; } Get;
static void* description(Get* a) { EXPECT((int*)a->of >= devices && (int*)a->of < devices + DEVICES); a->is = a->of; return 0; }

typedef struct { HEAD; char* code; size_t code_size; const char* format; size_t format_size; } Program;
typedef struct { HEAD; void* client; Program* program; const char* options; size_t options_size; void* executable; } Compile;
static void* compile(Compile* a) {
    EXPECT(a->client == &client && a->program->format_size == 4 && !memcmp(a->program->format, "mlir", 4));
    EXPECT(a->options_size >= 6 && a->options[0] == 0x1a && (size_t)a->options[1] == a->options_size - 2);
    EXPECT(memcmp(a->program->code, "// argument 0", 13) == 0 && a->program->code[a->program->code_size - 1] == '\n');
    a->executable = made(&loaded);
    return 0;
}
static void* get_executable(Get* a) { EXPECT(a->of == &loaded); a->is = made(&executable); return 0; }
typedef struct { HEAD; void* of; size_t num; } Count;
static void* num_outputs(Count* a) { EXPECT(a->of == &executable); a->num = OUTPUTS; return 0; }

typedef struct { HEAD; void* client; const void* data; int type; const int64_t* dims; size_t num_dims; const int64_t* strides; size_t num_strides;
                 int semantics; void *device, *memory, *layout, *done; Buffer* buffer; } FromHost;
static Buffer* buffer_of(const void* data, size_t len) {
    Buffer* buffer = made(malloc(sizeof(Buffer)));
    buffer->data = malloc(len + 1);
    memcpy(buffer->data, data, len);
    buffer->len = len;
    return buffer;
}
static void* from_host(FromHost* a) {
    EXPECT(a->type == 11 && !a->num_strides && !a->memory && !a->layout && !a->semantics && a->device >= (void*)devices);
    size_t len = 4;
    for (size_t i = 0; i < a->num_dims; i++) len *= a->dims[i];
    a->buffer = buffer_of(a->data, len);
    a->done = made(&event);
    return 0;
}
static void* buffer_destroy(One* a) { alive--; free(((Buffer*)a->it)->data); free(a->it); return 0; }

typedef struct { HEAD; void *send, *recv; size_t num_send, num_recv; int launch_id; const int64_t* kept; size_t num_kept; void* context; const char* location;
                 size_t num_tasks; int* tasks; int64_t* incarnations; } Options;
typedef struct { HEAD; void* executable; Options* options; Buffer*** arguments; size_t num_devices, num_args; Buffer*** outputs; void** events; void* device; } Execute;
static void* execute(Execute* a) {
    EXPECT(a->executable == &loaded && a->options->struct_size >= sizeof(Options) && !a->options->num_kept && !a->events && !a->device);
#ifdef BREAKS
    return failed("out of memory, says the fake");
#endif
    for (size_t i = 0; i < a->num_devices; i++)
        for (int j = 0; j < OUTPUTS; j++) {
            Buffer* last = a->arguments[i][a->num_args - 1];
            a->outputs[i][j] = buffer_of(last->data, last->len);
        }
    return 0;
}
typedef struct { HEAD; size_t inner_size; void* inner_start; const int64_t* order; size_t rank; const void* tiles[3]; int type; } Layout;
typedef struct { HEAD; Buffer* src; Layout* layout; void* dst; size_t dst_size; void* event; } ToHost;
static void* to_host(ToHost* a) {
    EXPECT(a->dst_size >= a->src->len && a->layout->inner_size == 56 && a->layout->type == 0);
    for (size_t i = 0; i < a->layout->rank; i++) EXPECT(a->layout->order[i] == (int64_t)(a->layout->rank - 1 - i));
    memcpy(a->dst, a->src->data, a->src->len);
    a->event = made(&event);
    return 0;
}

static struct { HEAD; size_t version_size; void* version_start; int major, minor; void* functions[128]; } table;
void* GetPjrtApi(void) {
    table.struct_size = 40 + 8 * KNOWN;
    table.major = MAJOR;
    table.minor = 81;
    void** f = table.functions;
    f[0] = error_destroy, f[1] = error_message, f[3] = initialize, f[5] = give_back, f[8] = event_await;
    f[10] = client_create, f[11] = client_destroy, f[12] = platform_name, f[16] = addressable_devices, f[20] = compile;
    f[22] = from_host, f[26] = device_kind, f[29] = description, f[40] = give_back, f[44] = num_outputs;
    f[50] = give_back, f[51] = get_executable, f[55] = execute, f[58] = buffer_destroy, f[70] = to_host;
    return &table;
}
