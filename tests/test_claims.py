"""What printed numbers are to show is read from the records: a new one that no longer shows it is refused."""

import re

from harness import BOOK

NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")


def printed(script: str, section: str) -> list[tuple[str, list[float]]]:
    """Each line that the section printed, and its numbers."""
    lines = BOOK.script(script).records[section].splitlines()
    return [(line, [float(number) for number in NUMBER.findall(line)]) for line in lines]


def last(script: str, section: str) -> list[float]:
    """The last number of each line that has one."""
    return [numbers[-1] for _, numbers in printed(script, section) if numbers]


def test_which_bugs_stay_above_the_least_loss_of_softmax_twice():
    lowest = {line[:18].strip(): numbers[-1] for line, numbers in printed("training/debugging", "one-batch")}
    stay = {name for name, loss in lowest.items() if loss > 1.46}
    assert stay == {"softmax twice", "wrong axis", "lr times 1000"}
    assert all(loss < 0.1 for name, loss in lowest.items() if name not in stay)


def test_steps_that_are_too_long_explode():
    (numbers,) = (numbers for line, numbers in printed("training/debugging", "bugs") if "times" in line)
    assert numbers[-2] > 5 and numbers[-1] < 0.6


def test_seeds_lie_apart():
    assert last("training/reproducibility", "machine-seeds")[-1] > 5
    losses = last("deploy/testing", "machine-too-tight")
    assert len(losses) == 5 and losses[-1] > losses[0] and 0.001 < max(losses) < 1.0


def test_rounding_is_small_beside_the_results_and_only_seed_all_repeats_the_noise():
    largest, *apart = last("training/reproducibility", "machine-bits")
    assert len(apart) == 3 and all(difference < 1e-5 * largest for difference in apart)
    (_, torch_alone), (_, everything), _ = printed("training/reproducibility", "hidden")
    assert len({*torch_alone}) == 2 and len({*everything}) == 1


def test_the_onnx_file_answers_as_pytorch_does():
    *batches, (_, (difference,)) = printed("deploy/onnx/export", "parity")
    assert all(same == size == batch for _, (batch, same, size) in batches) and difference < 1e-4


def test_the_attentions_and_the_merged_model_answer_alike():
    name = "deploy/hugging-face"
    assert last(name, "attention")[-1] < 1e-3
    trained, merged = last(name, "merge")
    assert trained > 0.1 and merged < 1e-3


def test_filling_on_the_left_writes_what_each_prompt_writes_alone():
    lines = [line for line, _ in printed("deploy/hugging-face", "generate")]
    alone, left, right = (line.split(": ", 1)[1] for line in lines)
    assert alone == left != right


def test_int8_answers_depend_on_the_batch():
    (_, _, single), (_, _, int8) = (n for _, n in printed("deploy/onnx-in-practice/quantize", "machine-batch"))
    assert single < 0.001 and int8 > 0.01


def test_a_body_of_near_images_helps():
    name = "projects/transfer-learning/transfer"
    *_, frozen = last(name, "head")
    (scratch,), (tuned, test) = last(name, "scratch"), last(name, "fine-tune")
    assert scratch < frozen < tuned and frozen > 0.8 and test > 0.8


def test_the_best_of_twelve_flatters_itself():
    assert last("projects/fast-mnist-records/broken_fast", "chosen")[-1] > 0.002


def test_mixed_precision_and_the_schedule_reach_what_they_should():
    *_, (_, (mixed, _, full)) = printed("projects/mnist-exercises", "mixed-precision")
    assert abs(mixed - full) < 0.05
    *_, left, accuracy = last("projects/mnist-exercises", "schedule")
    assert left == 0 and accuracy > 0.85


def test_a_logit_above_0_is_a_probability_above_a_half():
    *_, (_, numbers) = printed("models/losses", "binary")
    pairs = list(zip(numbers[:3], numbers[3:]))
    assert len(pairs) == 3 and all((logit > 0) == (share > 0.5) for logit, share in pairs)
    assert {logit > 0 for logit, _ in pairs} == {True, False}


def test_from_coarse_to_fine_finds_the_longer_shift():
    name = "projects/super-resolution/frames"
    _, (_, coarse), (_, full_size) = printed(name, "estimate")
    assert coarse[4] == 0 and full_size[4] > 10
    assert last(name, "warp") == [0] and last(name, "two-motions")[-1] == 0


def test_parts_and_checkpoints_give_the_gradient_of_the_whole_batch():
    name = "performance/bigger-batch"
    *_, parts = last(name, "parts")
    *_, weights = last(name, "loop")
    (gradients,) = (numbers[-1] for line, numbers in printed(name, "checkpoint") if "gradients" in line)
    *_, results = (numbers[-1] for line, numbers in printed(name, "channels-last") if "results" in line)
    assert parts == weights == gradients == results == 0
    assert last(name, "dropout") == [1.0, 0.5]


def test_a_tensor_of_its_own_for_each_input_repairs_the_exported_step():
    name = "projects/language-model/alive"
    empty, full = last(name, "twice")
    assert empty == 0 and full > 0.01 and last(name, "repair-twice") == [0]


def test_merged_once_an_addition_is_the_trained_model_and_twice_it_is_not():
    name = "projects/language-model/lora"
    with_it, without_it = last(name, "merge")[:2]
    (twice,), (once,) = last(name, "twice"), last(name, "repair-twice")
    assert with_it == once == 0 and without_it > 1 and twice > 1


def test_a_mean_leaves_one_cloud_for_all_pictures():
    name = "projects/generate-pictures/broken_generators"
    assert last(name, "mean")[-1] < 0.5 < last(name, "repair-mean")[-1]


def test_the_router_is_the_same_when_it_is_loaded_and_as_onnx():
    name = "projects/ticket-router-transformer"
    (difference,) = (numbers[-1] for line, numbers in printed(f"{name}/train_transformer", "main") if "again" in line)
    assert difference == 0
    for _, (count, same, far) in printed(f"{name}/export", "parity"):
        assert same == count and far == 0


def test_the_cheat_sheet_has_the_same_product_twice_and_files_that_answer_alike():
    name = "reference/cheat-sheet"
    (_, products), *_, (_, einsum) = printed(name, "math")
    assert einsum == products[4:]
    assert last(name, "export") == last(name, "onnx") == [0]


def test_what_is_compiled_or_divided_has_the_gradients_of_the_whole():
    for script, section in (
        ("performance/compile/graphs", "train"),
        ("performance/compile-in-practice/operators", "operator"),
        ("performance/distributed-in-practice/practice", "compile"),
        ("performance/distributed-in-practice/fsdp", "step"),
    ):
        named = ("gradient", "eager", "one graph")
        one, other = (numbers for line, numbers in printed(script, section) if line.startswith(named))
        assert one == other, script


def test_inductor_rounds_otherwise_and_draws_otherwise():
    assert all(difference < 1e-4 for difference in last("performance/compile/inductor", "parity"))
    assert all(numbers[0] == 0.5 for _, numbers in printed("performance/compile/inductor", "dropout"))


def test_a_compiled_traceback_is_longer():
    eager, compiled = last("performance/compile/graphs", "machine-traceback")
    assert compiled > 3 * eager


def test_set_epoch_changes_the_order():
    forgotten, called = (line.split(": ")[1] for line, _ in printed("performance/distributed/ddp", "sampler")[1:])
    for orders, same in ((forgotten, True), (called, False)):
        first, second = orders.strip("[] ").split("] [")
        assert (first == second) is same


def test_ddp_has_the_gradient_of_the_whole_batch_and_one_part_does_not():
    (_, alone), (_, together) = printed("performance/distributed/ddp", "gradient")[-2:]
    assert min(alone) > 0.1 and together == [0, 0]


def test_bfloat16_gradients_are_off_by_less_than_a_hundredth():
    assert 0 < last("performance/distributed-in-practice/practice", "fewer")[-1] < 1


def test_a_checkpoint_changes_no_gradient_and_a_teacher_gets_one_unless_detached():
    name = "foundations/controlling-autograd"
    largest, away = printed(name, "checkpoint")[-1][1]
    assert largest > 100 and away < 1e-3
    (_, flows), (_, detached) = printed(name, "teacher")
    assert flows and all(flows) and not detached
    (_, repaired), (_, right) = printed(name, "out-of-place")
    assert repaired == right


def test_a_frozen_layer_moves_by_momentum_and_by_decay():
    to_none, momentum, decay, plain = last("foundations/controlling-autograd", "frozen-moves")
    assert to_none == plain == 0 and momentum > 0.01 and decay > 0.01


def test_an_exported_program_answers_as_its_model_does():
    assert last("deploy/export", "first") == [0, 0, 0, 0]
    assert last("deploy/export", "save") == [0]


def test_a_traced_dropout_drops_after_eval_and_a_scripted_one_does_not():
    assert last("deploy/torchscript", "mode") == [0.5, 0]


def test_the_new_calls_answer_as_the_old_ones_do():
    name = "reference/old-and-new"
    assert all(
        0 < last(f"{name}/{script}", section)[-1] < 1e-6
        for script, section in (("no-warning", "transforms"), ("user-warnings", "to-tensor"))
    )
    assert last(f"{name}/no-warning", "data-parallel") == [0]
    assert last(f"{name}/removed", "linalg-new")[:5] == [0, 0, 0, 0, 0]


def test_the_order_counts_only_where_samples_are_left_out():
    (_, every), (_, some) = printed("training/evaluation", "machine-shuffle")
    assert every[1] == every[2] and some[0] < every[0] and some[1] < some[2]


def test_embedding_bag_counts_as_a_linear_layer_and_skips_only_the_padding_it_is_told():
    assert last("projects/ticket-router/bags", "same")[-1] == 0
    _, *counted, _, one, other = (numbers for _, numbers in printed("projects/ticket-router/broken", "padding"))
    assert counted[0] != counted[1] and one == other


def test_the_mask_keeps_padding_out_of_a_tickets_answer():
    alone, masked, unmasked = (n for _, n in printed("projects/ticket-router-transformer/look", "mask"))
    away = [max(abs(a - b) for a, b in zip(alone, answer)) for answer in (masked, unmasked)]
    assert away[0] < 2e-4 < away[1]


def test_a_third_or_a_tenth_of_the_rate_at_the_lowest_point_is_better():
    for line, _ in printed("projects/mnist-exercises", "machine-rates"):
        lowest, *lower = map(float, line.split(": ")[1].split())
        assert max(lower) > lowest + 0.005, line


def test_a_judge_adds_edges_and_takes_psnr():
    for line, (edges, more, psnr, less) in printed("projects/super-resolution/rewards", "machine-against"):
        assert more > edges and less < psnr, line
        assert more > 1 or not line.startswith("flower")
